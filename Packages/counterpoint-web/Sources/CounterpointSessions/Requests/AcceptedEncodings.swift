import CounterpointHTML

/// The content codings that a client accepts, from its header `Accept-Encoding`.
struct AcceptedEncodings {
  /// The qualities by the codings in lower case, in thousandths. 0 refuses a coding.
  private var qualities: [String: Int] = [:]

  /// Parses a header. Parts that are malformed count as refused.
  ///
  /// - Parameter header: The header; `nil` if the client has none, which then accepts only the unchanged content.
  init(_ header: String?) {
    for item in (header ?? "").splitBytes(at: ",") where !item.isEmpty {
      let parts = item.splitBytes(at: ";").map { $0.trimmingBlanks().lowercasedASCII() }
      let quality = parts.count == 1 ? 1000 : parts.count == 2 ? Self.quality(parts[1]) : 0
      let coding = parts[0] == "x-gzip" ? "gzip" : parts[0]
      // A client that names a coding twice gets it only if both allow it.
      qualities[coding] = min(qualities[coding] ?? 1000, quality)
    }
  }

  /// Returns whether the client accepts a coding, and at least as gladly as the unchanged content.
  ///
  /// - Parameter coding: The name of the coding in lower case.
  func prefers(_ coding: String) -> Bool {
    let rest = qualities["*"] ?? 0
    let quality = qualities[coding] ?? rest
    return quality > 0 && quality >= qualities["identity"] ?? rest
  }

  /// Returns the value of a weight, such as `q=0.5`, in thousandths.
  private static func quality(_ weight: String) -> Int {
    guard weight.hasBytes(prefix: "q=") else { return 0 }
    let digits = weight.droppingBytes(2).splitBytes(at: ".")
    guard digits.count <= 2, let whole = digits.first, whole == "0" || whole == "1" else { return 0 }
    let fraction = digits.count == 2 ? digits[1] : ""
    guard fraction.utf8.count <= 3, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
    let quality = (whole == "1" ? 1000 : 0) + (Int(padded) ?? 0)
    return quality <= 1000 ? quality : 0
  }
}
