import Counterpoint
import CounterpointSessions
import Members

extension SessionClient {
  /// The session of the store that is being created.
  static var web: Self {
    @Dependency(\.webSession) var session
    @Dependency(\.webVisitor) var visitor
    return Self(
      renew: { [session] in session.renewID() },
      setAccount: { [session] account in session.setAccount(account) },
      account: { [session] in session.account() },
      end: { [session] in session.end() },
      endEverywhere: { [session] in session.endEverywhere() },
      // Clients whose address is unknown share their limits.
      address: { [visitor] in visitor.network ?? "unknown" }
    )
  }
}
