import CounterpointTesting
import Testing

@testable import Program

@Test func postsAreShown() async {
  let store = TestStore(initialState: Posts.State()) { Posts() }
  store.exhaustivity = .off
  await store.send(.loaded(["One"])) { $0.posts = ["One"] }
  // lint-features:ignore unexplained-off
  store.exhaustivity = .off
  // lint-features:ignore forced-try: The text is valid.
  await store.send(.loaded([]))
}
