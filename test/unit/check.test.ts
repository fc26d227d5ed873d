import { expect, test } from "vitest";
import { isDatabaseInClear } from "../../src/start/check.ts";

test.each([
  ["another machine without TLS", "postgres://u:p@db.example.com/bot", true],
  ["another machine with TLS switched off", "postgres://u:p@db:5432/bot?sslmode=disable", true],
  ["another machine, named by a parameter", "postgres://u:p@/bot?host=10.0.0.7", true],
  ["another machine with TLS", "postgres://u:p@db.example.com/bot?sslmode=verify-full", false],
  ["another machine with TLS by its other name", "postgres://u:p@db.example.com/bot?ssl=true", false],
  ["another machine with a certificate that isn't there", "postgres://u@db/bot?sslrootcert=/nowhere", false],
  ["this machine", "postgres://u:p@localhost/bot", false],
  ["this machine by its address", "postgres://u:p@[::1]:5432/bot", false],
  ["a socket", "postgres:///bot?host=/run/postgresql", false],
])("a database on %s is reached in the clear: %#", (_case, address, isInClear) => {
  expect(isDatabaseInClear(address)).toBe(isInClear);
});
