#if os(Linux)
import Glibc
import MembersCrypt

/// A hash by yescrypt in the notation of `crypt(5)`, with its parameters and its salt: `$y$j9T$salt$hash`.
public struct YescryptHash: Equatable, Sendable {
  /// The default cost of new hashes: 32 MiB and some 50 ms on a server.
  public static let standardCost = 6

  /// The notation.
  let text: String
  /// The parameters: flags, the binary logarithm of the memory, and the block size, each as a character.
  private let parameters: Substring

  /// Reads the notation; `nil` for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "y", parts[2].utf8.count >= 3, !parts[4].isEmpty else {
      return nil
    }
    self.text = text
    parameters = parts[2]
  }

  /// Hashes a password with a new salt.
  init(of password: [UInt8], cost: Int) throws {
    guard let hash = Self(try crypt(password, setting: newSetting(cost: cost))) else { throw UnreadableHash() }
    self = hash
  }

  /// Returns whether a password has this hash. The time does not depend on the place of a difference.
  func matches(_ password: [UInt8]) throws -> Bool {
    // C strings end at a zero byte, so two passwords would have one hash.
    guard !password.contains(0) else { return false }
    let (own, other) = (Array(text.utf8), Array(try crypt(password, setting: text).utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns whether new hashes with a cost take more memory.
  func isWeaker(thanCost cost: Int) throws -> Bool {
    let new = try newSetting(cost: cost).split(separator: "$", omittingEmptySubsequences: false)
    guard new.count >= 3 else { throw UnreadableHash() }
    return memory(of: parameters) < memory(of: new[2])
  }

  private func memory(of parameters: Substring) -> Int {
    let digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let values = parameters.dropFirst().prefix(2).map { digit in
      digits.firstIndex(of: digit).map { digits.distance(from: digits.startIndex, to: $0) } ?? 0
    }
    return values.count == 2 && values[0] < 40 ? (values[1] + 1) << (values[0] + 1) : 0
  }
}

/// The stored hash of a password is damaged, or comes from another program; or the system can't hash.
public struct UnreadableHash: Error {}

private func newSetting(cost: Int) throws -> String {
  guard let setting = unsafe crypt_gensalt_ra("$y$", UInt(clamping: cost), nil, 0) else { throw UnreadableHash() }
  defer { unsafe free(setting) }
  return unsafe String(cString: setting)
}

private func crypt(_ password: [UInt8], setting: String) throws -> String {
  guard !password.contains(0) else { throw UnreadableHash() }
  var data: UnsafeMutableRawPointer?
  var size: CInt = 0
  defer { unsafe free(data) }
  let text = (password + [0]).map { CChar(bitPattern: $0) }
  // A failure is a null pointer here, unlike that of crypt(3).
  guard let hash = unsafe crypt_ra(text, setting, &data, &size) else { throw UnreadableHash() }
  return unsafe String(cString: hash)
}
#endif
