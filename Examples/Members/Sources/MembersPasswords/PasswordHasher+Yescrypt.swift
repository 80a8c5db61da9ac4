#if os(Linux)
import Dispatch
import Foundation
public import Members

extension PasswordHasher {
  /// Hashes with yescrypt of libxcrypt, as Linux does with the passwords of its users. yescrypt needs much memory, so
  /// graphics cards gain little on it.
  ///
  /// The hashes run on threads of their own: no store and no request waits for a thread.
  ///
  /// - Parameter cost: The cost of new hashes, from 1 to 11. Each step doubles the time and the memory: 5 takes
  ///   16 MiB. A stored hash with a lower cost is outdated.
  public static func yescrypt(cost: Int = YescryptHash.standardCost) -> Self {
    let queue = DispatchQueue(label: "passwords", qos: .utility, attributes: .concurrent)
    return Self(
      hash: { password in
        try await run(on: queue) { try YescryptHash(of: bytes(of: password), cost: cost).text }
      },
      verify: { password, text in
        guard let hash = YescryptHash(text) else { throw UnreadableHash() }
        return try await run(on: queue) {
          guard try hash.matches(bytes(of: password)) else { return .wrong }
          return try hash.isWeaker(thanCost: cost) ? .outdated : .right
        }
      }
    )
  }

  private static func bytes(of password: Password) -> [UInt8] {
    // The same characters can have several encodings.
    Array(password.text.precomposedStringWithCanonicalMapping.utf8)
  }

  private static func run<Result: Sendable>(
    on queue: DispatchQueue,
    _ operation: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try operation() }) }
    }
  }
}
#endif
