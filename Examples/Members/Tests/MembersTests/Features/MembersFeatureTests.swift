import Counterpoint
import CounterpointTesting
import Foundation
import Testing

@testable import Members

@Suite(.timeLimit(.minutes(20))) struct MembersFeatureTests {
  private let member = SignedInMember(email: "blob@example.org", sessionKey: UUID())
  private let session = TestSession()

  private func store(
    _ state: MembersFeature.State = MembersFeature.State(),
    accounts change: (inout AccountsClient) -> Void = { _ in }
  ) -> TestStoreOf<MembersFeature> {
    TestStore(initialState: state) {
      MembersFeature()
    } withDependencies: {
      $0.memberSession = session.client
      $0.accounts.isCurrent = { _ in true }
      $0.accounts.waitForEnd = { _ in try? await Task.never() }
      change(&$0.accounts)
    }
  }

  @Test func aPrivatePageLeadsToTheFormAndBack() async {
    let store = store {
      $0.signIn = { [member] email, password, address in
        email == "blob@example.org" && password.text == "correct horse" && address == "192.0.2.1"
          ? .signedIn(member) : .wrong
      }
    }
    await store.send(.opened(.page(.account))) { $0.route = .signIn(.account) }
    await store.send(.signIn(.emailChanged("blob@example.org"))) { $0.signIn.email = "blob@example.org" }
    await store.send(.signIn(.passwordChanged(Password("correct horse")))) {
      $0.signIn.password = Password("correct horse")
    }
    await store.send(.signIn(.submitButtonClicked)) {
      $0.signIn.password = Password()
      $0.signIn.isBusy = true
    }
    await store.receive(\.signIn.answered) {
      $0.signIn.isBusy = false
      $0.member = member
      $0.route = .page(.account)
    }
    // The identifier is renewed with the request, before the account is set.
    #expect(session.log == ["renew", "account true"])
    await store.send(.signOutButtonClicked) {
      $0.member = nil
      $0.route = .signIn(.account)
    }
    #expect(session.log.last == "end")
  }

  @Test func aWrongPasswordIsToldAndForgotten() async {
    let store = store(MembersFeature.State(route: .signIn(nil))) { $0.signIn = { _, _, _ in .wrong } }
    await store.send(.signIn(.emailChanged("blob@example.org"))) { $0.signIn.email = "blob@example.org" }
    await store.send(.signIn(.submitButtonClicked)) {
      $0.signIn.problem = "Enter your email address and your password."
    }
    await store.send(.signIn(.passwordChanged(Password("wrong")))) { $0.signIn.password = Password("wrong") }
    await store.send(.signIn(.submitButtonClicked)) {
      $0.signIn.password = Password()
      $0.signIn.isBusy = true
      $0.signIn.problem = ""
    }
    await store.receive(\.signIn.answered) {
      $0.signIn.isBusy = false
      $0.signIn.problem = "The email address or the password is wrong."
    }
    #expect(session.log == ["renew"])
  }

  @Test func aSecondClickDoesNothing() async {
    var state = MembersFeature.State(route: .signIn(nil))
    state.signIn = SignIn.State(email: "blob@example.org", password: Password("correct horse"), isBusy: true)
    await store(state).send(.signIn(.submitButtonClicked))
    #expect(session.log.isEmpty)
  }

  @Test func aRegistrationSignsIn() async {
    let store = store(MembersFeature.State(route: .register(nil))) { [member] in
      $0.register = { _, _, _ in .signedIn(member) }
    }
    await store.send(.registration(.emailChanged("blob"))) { $0.registration.email = "blob" }
    await store.send(.registration(.passwordChanged(Password("short")))) {
      $0.registration.password = Password("short")
    }
    await store.send(.registration(.submitButtonClicked)) {
      $0.registration.password = Password()
      $0.registration.emailProblem = "Enter an address such as blob@example.org."
      $0.registration.passwordProblem = "Use at least 8 characters."
      $0.registration.repeatedProblem = "The passwords differ."
    }
    await store.send(.registration(.emailChanged("blob@example.org"))) { $0.registration.email = "blob@example.org" }
    await store.send(.registration(.passwordChanged(Password("correct horse")))) {
      $0.registration.password = Password("correct horse")
    }
    await store.send(.registration(.repeatedChanged(Password("correct horse")))) {
      $0.registration.repeated = Password("correct horse")
    }
    await store.send(.registration(.submitButtonClicked)) {
      $0.registration = Registration.State(email: "blob@example.org")
      $0.registration.isBusy = true
    }
    await store.receive(\.registration.answered) {
      $0.registration.isBusy = false
      $0.member = member
      $0.route = .page(.lounge)
    }
    #expect(session.log == ["renew", "account true"])
    await store.send(.opened(.register(.account))) { $0.route = .page(.account) }
    await store.send(.signOutButtonClicked) {
      $0.member = nil
      $0.route = .signIn(.account)
    }
  }

  @Test func aSessionThatIsEndedElsewhereEndsHere() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let session = CurrentSession()
    let store = store(MembersFeature.State(member: member)) {
      $0.isCurrent = { _ in session.isCurrent }
      $0.waitForEnd = { _ in for await _ in ends { return } }
    }
    await store.send(.opened(.page(.lounge))) { $0.route = .page(.lounge) }
    session.end()
    end.yield()
    await store.receive(\.endedElsewhere) {
      $0.member = nil
      $0.route = .signIn(.lounge)
    }
  }

  @Test func aMemberSignsOutEverywhere() async {
    let store = store(MembersFeature.State(route: .page(.account), member: member)) {
      $0.signOutEverywhere = { _ in }
    }
    await store.send(.signOutEverywhereButtonClicked)
    await store.receive(\.signedOutEverywhere) {
      $0.member = nil
      $0.route = .signIn(.account)
    }
    #expect(session.log == ["end everywhere"])
  }

  @Test func aPasswordIsChanged() async {
    let renewed = SignedInMember(email: "blob@example.org", sessionKey: UUID())
    let store = store(MembersFeature.State(route: .page(.account), member: member)) {
      $0.changePassword = { _, old, new, _ in
        old.text == "correct horse" && new.text == "battery staple" ? .signedIn(renewed) : .wrong
      }
    }
    await store.send(.account(.submitButtonClicked)) {
      $0.account.oldProblem = "Enter your password."
      $0.account.newProblem = "Use at least 8 characters."
    }
    await store.send(.account(.oldChanged(Password("correct horse")))) { $0.account.old = Password("correct horse") }
    await store.send(.account(.newChanged(Password("battery staple")))) { $0.account.new = Password("battery staple") }
    await store.send(.account(.submitButtonClicked)) {
      $0.account = AccountPage.State()
      $0.account.isBusy = true
    }
    await store.receive(\.account.submitted)
    await store.receive(\.account.answered) {
      $0.account.isBusy = false
      $0.account.notice = "The password is changed. All other sessions have ended."
      $0.member = renewed
    }
    #expect(session.log == ["account true"])
    await store.send(.signOutButtonClicked) {
      $0.member = nil
      $0.route = .signIn(.account)
      $0.account = AccountPage.State()
    }
  }
}
