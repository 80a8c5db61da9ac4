// Recorded by Scripts/record-tests: don't edit it.
// swift-format-ignore-file

import Counterpoint
import CounterpointTesting
import SignUp
import Testing

@Test func aRecordedBinding() async {
  let store = TestStore(initialState: Basics.State(draft: SignUpDraft())) {
    Basics()
  }

  await store.send(.set(\.draft.email, "a")) {
    $0.draft.email = "a"
  }
}
