import Synchronization

/// Delays attempts to guess passwords: after some failures, each further one doubles the time until the next attempt.
///
/// Failures are counted for an account at an address, for an address, and for an account at all addresses from which
/// its owner has never signed in. So an attacker can't lock a member out at an address that the member has used before,
/// and the delay for new addresses is at most a minute.
///
/// An attempt counts as a failure from its start, so many attempts at once are no way around the limits. A success is
/// taken back. The memory is bounded: at the limit, the subjects that were used least recently are forgotten.
public final class AttemptLimiter: Sendable {
  /// The subject whose failures are counted.
  enum Subject: Hashable, Sendable {
    case address(String)
    case accountAtAddress(String, String)
    case account(String)
    case registration(String)

    /// The number of failures without a delay, and the longest delay.
    var rule: (free: Int, longest: Duration) {
      switch self {
      case .address: (20, .seconds(900))
      case .accountAtAddress: (5, .seconds(900))
      case .account: (30, .seconds(60))
      case .registration: (10, .seconds(900))
      }
    }
  }

  private struct Failures {
    var count = 0
    var blockedUntil = Duration.zero
    var last = Duration.zero
  }

  private let failures = Mutex<[Subject: Failures]>([:])
  private let now: @Sendable () -> Duration
  private let capacity: Int

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - clock: The clock of the delays.
  ///   - capacity: The maximum number of subjects.
  public init(clock: some Clock<Duration>, capacity: Int = 50_000) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    self.capacity = capacity
  }

  /// The number of subjects.
  var count: Int { failures.withLock { $0.count } }

  /// Starts an attempt to sign in.
  ///
  /// - Parameters:
  ///   - account: The account, which may not exist.
  ///   - address: The network of the client.
  ///   - isKnown: Whether the owner has signed in from this address.
  /// - Returns: `nil` if the attempt may go on; otherwise the time until the next one.
  func signIn(to account: String, from address: String, isKnown: Bool) -> Duration? {
    let common: [Subject] = [.address(address), .accountAtAddress(account, address)]
    return begin(isKnown ? common : common + [.account(account)])
  }

  /// Starts a registration.
  ///
  /// - Parameter address: The network of the client.
  /// - Returns: `nil` if it may go on; otherwise the time until the next one.
  func register(from address: String) -> Duration? {
    begin([.registration(address)])
  }

  /// Takes an attempt back, because the password was right.
  ///
  /// The count of the address keeps all other failures: an attacker that signs in to its own account between
  /// two guesses gains nothing.
  func succeeded(account: String, from address: String) {
    failures.withLock { failures in
      failures[.accountAtAddress(account, address)] = nil
      failures[.account(account)] = nil
      takeBack(.address(address), &failures)
    }
  }

  /// Takes an attempt back that was not made, because too many passwords were being hashed.
  func abandoned(account: String, from address: String) {
    failures.withLock { failures in
      for subject in [.address(address), .accountAtAddress(account, address), Subject.account(account)] {
        takeBack(subject, &failures)
      }
    }
  }

  private func takeBack(_ subject: Subject, _ failures: inout [Subject: Failures]) {
    guard var entry = failures[subject] else { return }
    entry.count = max(0, entry.count - 1)
    entry.blockedUntil = min(entry.blockedUntil, now())
    failures[subject] = entry
  }

  private func begin(_ subjects: [Subject]) -> Duration? {
    let now = now()
    return failures.withLock { failures in
      let wait = subjects.compactMap { failures[$0].map { $0.blockedUntil - now } }.max() ?? .zero
      guard wait <= .zero else { return wait }
      if failures.count + subjects.count > capacity { evict(&failures, at: now) }
      for subject in subjects {
        var entry = failures[subject] ?? Failures()
        // An hour without a failure is enough to begin again.
        if now - entry.last > .seconds(3600) { entry = Failures() }
        entry.count += 1
        entry.last = now
        let (free, longest) = subject.rule
        let excess = entry.count - free
        if excess >= 0 { entry.blockedUntil = now + min(longest, .seconds(1 << min(excess, 20))) }
        failures[subject] = entry
      }
      return nil
    }
  }

  private func evict(_ failures: inout [Subject: Failures], at now: Duration) {
    failures = failures.filter { now - $0.value.last <= .seconds(3600) }
    guard failures.count > capacity / 2 else { return }
    let oldest = failures.sorted { $0.value.last < $1.value.last }.prefix(failures.count - capacity / 2)
    for (subject, _) in oldest { failures[subject] = nil }
  }
}
