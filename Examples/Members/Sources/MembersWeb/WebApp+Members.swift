import Counterpoint
public import CounterpointRecording
public import CounterpointSessions
public import Members

extension WebApp<MembersFeature.State, MembersPageAction> {
  /// The site of the members for browsers.
  ///
  /// - Parameters:
  ///   - accounts: The accounts.
  ///   - recorder: The recorder of all visitors; `nil` for none.
  public static func members(_ accounts: AccountsClient, recorder: Recorder? = nil) -> Self {
    WebApp(
      title: "Members",
      styleSheet: standardStyleSheet + String(decoding: PackageResources.members_css, as: UTF8.self),
      isBusy: \.isBusy,
      addresses: WebAddresses(MembersRoute.routes, route: \.route, action: { .opened($0) }),
      head: { PageHead(title: "\($0.title) – Members", isIndexed: $0.route == .home) },
      fields: MembersPageAction.fields,
      viewStore: { actor in
        @Dependency(\.webSession) var session
        // Each page has a store of its own, which learns here the account of the browser.
        let member = session.account().flatMap { SignedInMember(account: $0) }
        let current = member.flatMap { accounts.isCurrent($0) ? $0 : nil }
        return Store(initialState: MembersFeature.State(member: current), isolation: actor) {
          MembersFeature()
        } withDependencies: {
          $0.accounts = accounts
          $0.memberSession = .web
          $0.recorder = recorder
        }
        .view(state: { $0 }, action: { MembersFeature.Action($0) })
      },
      screen: { $0.page }
    )
  }
}
