#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Measures the stack bytes of a function and its callees.
///
/// Fills the stack below the caller with a pattern before the call, and searches for it afterwards. Only on a thread
/// with 2 MiB of stack left.
///
/// - Returns: The bytes, at least 16 KiB; `nil` if AddressSanitizer keeps the frames elsewhere.
@inline(never)
func stackUse(of body: () -> Void) -> Int? {
  guard unsafe dlsym(nil, "__asan_init") == nil else { return nil }
  let pattern: UInt8 = 0xA5
  let limit = 1536 * 1024
  // The frames of the functions that fill and search are in the margin.
  let margin = 16 * 1024
  var local = 0
  return unsafe withUnsafeMutablePointer(to: &local) { local in
    let bottom = unsafe UnsafeMutableRawPointer(local) - limit
    unsafe memset(bottom, Int32(pattern), limit - margin)
    body()
    let bytes = unsafe UnsafeRawBufferPointer(start: bottom, count: limit - margin)
    return unsafe limit - (bytes.firstIndex { $0 != pattern } ?? bytes.count)
  }
}
