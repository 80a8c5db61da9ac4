#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The descriptor from which the test reads reports.
let reportDescriptor: Int32 = 3

/// Reports a line to the test.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe write(reportDescriptor, bytes, bytes.count)
}
