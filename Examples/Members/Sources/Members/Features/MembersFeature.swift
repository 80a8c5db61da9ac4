public import Counterpoint

/// The site of the members, without a platform: public and private pages, the forms, and the end of sessions.
@Reducer
public struct MembersFeature {
  /// The state of a page.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The page.
    public var route: MembersRoute
    /// The member that has signed in; `nil` if there is none.
    public var member: SignedInMember?
    /// The form to sign in.
    public var signIn = SignIn.State()
    /// The form to register.
    public var registration = Registration.State()
    /// The form on the account page.
    public var account = AccountPage.State()

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - route: The page.
    ///   - member: The member that has signed in.
    public init(route: MembersRoute = .home, member: SignedInMember? = nil) {
      self.route = route
      self.member = member
    }

    /// Whether an answer is awaited.
    public var isBusy: Bool { signIn.isBusy || registration.isBusy || account.isBusy }
  }

  /// The actions of a page.
  public enum Action: Codable, Equatable, Sendable {
    /// The visitor has opened an address.
    case opened(MembersRoute)
    case signIn(SignIn.Action)
    case registration(Registration.Action)
    case account(AccountPage.Action)
    case signOutButtonClicked
    case signOutEverywhereButtonClicked
    case signedOutEverywhere
    case signOutEverywhereFailed
    /// The session of a member was ended in another browser or by another process.
    case endedElsewhere(SignedInMember)
  }

  private enum EffectID { case waitForEnd }

  @Dependency(\.accounts) private var accounts
  @Dependency(\.memberSession) private var session

  /// Creates the feature.
  public init() {}

  /// The forms, then what each visitor may see.
  public var body: some ReducerOf<Self> {
    Scope(\.signIn, action: \.signIn) { SignIn() }
    Scope(\.registration, action: \.registration) { Registration() }
    Scope(\.account, action: \.account) { AccountPage() }
    Reduce { state, action in
      switch action {
      case .opened(let route):
        show(route, &state)
        return watch(state.member)

      case .signIn(.answered(.signedIn(let member))), .registration(.answered(.signedIn(let member))):
        state.member = member
        session.setAccount(member.account)
        // Leads to the page for which the visitor has signed in.
        show(state.route, &state)
        return watch(member)

      case .account(.submitted(let old, let new)):
        guard let member = state.member else { return .none }
        return .merge(
          // The own session goes on under another key.
          .cancel(id: EffectID.waitForEnd),
          .run { [accounts, address = session.address()] send in
            await send(.account(.answered(await accounts.changePassword(member, old, new, address))))
          }
        )

      case .account(.answered(let answer)):
        if case .signedIn(let member) = answer {
          state.member = member
          session.setAccount(member.account)
        }
        return watch(state.member)

      case .signOutButtonClicked:
        hide(&state)
        session.end()
        return .cancel(id: EffectID.waitForEnd)

      case .signOutEverywhereButtonClicked:
        guard let member = state.member else { return .none }
        return .merge(
          .cancel(id: EffectID.waitForEnd),
          .run { [accounts] send in
            try await accounts.signOutEverywhere(member)
            await send(.signedOutEverywhere)
          } catch: { _, send in
            await send(.signOutEverywhereFailed)
          }
        )

      case .signedOutEverywhere:
        hide(&state)
        session.endEverywhere()
        return .none

      case .signOutEverywhereFailed:
        state.account.oldProblem = AccountAnswer.unavailable.problem
        return watch(state.member)

      case .endedElsewhere(let member):
        guard state.member == member else { return .none }
        // The session goes on without the member, because another page of the browser may have changed the password.
        show(state.route, &state)
        return watch(state.member)

      case .signIn, .registration, .account:
        return .none
      }
    }
  }

  /// Shows a page, or the way to it: members sign in first, and need no form to sign in.
  private func show(_ route: MembersRoute, _ state: inout State) {
    // Another page of the browser may have signed in, or changed the password.
    state.member = current(state.member) ?? current(session.account().flatMap { SignedInMember(account: $0) })
    switch (route, state.member) {
    case (.page(let page), nil): state.route = .signIn(page)
    case (.signIn(let page), _?), (.register(let page), _?): state.route = .page(page ?? .lounge)
    default: state.route = route
    }
    if !state.isBusy {
      state.signIn = SignIn.State(email: state.signIn.email)
      state.registration = Registration.State(email: state.registration.email)
      state.account = AccountPage.State()
    }
  }

  private func current(_ member: SignedInMember?) -> SignedInMember? {
    member.flatMap { accounts.isCurrent($0) ? $0 : nil }
  }

  /// Shows nothing of a member any more.
  private func hide(_ state: inout State) {
    state.member = nil
    state.account = AccountPage.State()
    if case .page(let page) = state.route { state.route = .signIn(page) }
  }

  /// Waits for the end of a session in the background, because another process may end it.
  private func watch(_ member: SignedInMember?) -> EffectOf<Self> {
    guard let member else { return .cancel(id: EffectID.waitForEnd) }
    return .run { [accounts] send in
      await accounts.waitForEnd(member)
      guard !Task.isCancelled else { return }
      await send(.endedElsewhere(member))
    }
    .cancellable(id: EffectID.waitForEnd, cancelInFlight: true)
  }
}
