import Foundation

#if os(Linux)
import Runtime
#endif

/// Finds the line of the program that has called into the runtime.
enum CallPlace {
  /// Returns the file and the line of the nearest caller outside of this module and the toolchain; nil if the program
  /// has no debug information. Takes seconds in a large program.
  static func ofCaller() -> String? {
    #if os(Linux)
    guard let frames = try? Backtrace.capture().symbolicated()?.frames else { return nil }
    for frame in frames {
      guard let location = frame.symbol?.sourceLocation, FileManager.default.fileExists(atPath: location.path),
        !location.path.contains("Sources/CounterpointSimulation/"),
        !location.path.contains("Sources/CounterpointSimulatedCalls/")
      else { continue }
      return "\((location.path as NSString).lastPathComponent):\(location.line)"
    }
    #endif
    return nil
  }
}
