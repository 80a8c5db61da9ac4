#if Web
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Raises the limit of open file descriptors to the hard limit, and returns the limit; `nil` if the system doesn't
/// tell it.
func raiseDescriptorLimit() -> Int? {
  #if os(Windows)
  return nil
  #else
  #if canImport(Glibc)
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  let resource = RLIMIT_NOFILE
  #endif
  var limit = rlimit()
  guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
  var raised = limit
  raised.rlim_cur = limit.rlim_max
  #if canImport(Darwin)
  // Darwin refuses a limit above this one, whatever the hard limit is.
  raised.rlim_cur = min(raised.rlim_cur, rlim_t(OPEN_MAX))
  #endif
  if raised.rlim_cur > limit.rlim_cur, unsafe setrlimit(resource, &raised) == 0 { limit = raised }
  return Int(clamping: limit.rlim_cur)
  #endif
}
#endif
