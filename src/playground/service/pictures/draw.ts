/** What a generated picture shows. `colour` is `#rrggbb`. */
export interface PictureSpec {
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly motif: "cup" | "person" | "waves" | "lamps";
  /** Leaves out the ground, so that only the motif is opaque. */
  readonly transparent?: boolean;
}
