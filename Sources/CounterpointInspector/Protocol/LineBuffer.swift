/// Cuts the bytes of a connection into lines.
package struct LineBuffer {
  private let limit: Int
  private var rest: [UInt8] = []
  /// The position up to which there is no end of a line.
  private var searched = 0

  /// - Parameter limit: The bytes of the longest accepted line.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds received bytes.
  ///
  /// - Returns: The complete lines, without their ends.
  /// - Throws: If a line is too long. The buffer must not be used afterwards.
  package mutating func append(_ bytes: some Collection<UInt8>) throws(InspectionError) -> [ArraySlice<UInt8>] {
    rest += bytes
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      try check(end - start)
      lines.append(rest[start..<end])
      start = end + 1
      searched = start
    }
    rest.removeFirst(start)
    searched = rest.count
    try check(rest.count)
    return lines
  }

  private func check(_ count: Int) throws(InspectionError) {
    guard count > limit else { return }
    throw InspectionError("A line has more than \(limit) bytes.")
  }
}
