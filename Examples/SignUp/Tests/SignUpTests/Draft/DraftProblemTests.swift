import SignUp
import Testing

@Suite struct DraftProblemTests {
  @Test func nothingIsWrongWithAValidDraft() {
    for field in SignUpField.allCases { #expect(SignUpDraft.valid.problem(with: field) == nil) }
    #expect(SignUpDraft.valid.firstInvalid(of: SignUpField.allCases) == nil)
  }

  @Test(
    arguments: [
      ("blob@example.org", true), ("b@a.b.c", true), ("BLOB+1@Example.Org", true), ("", false), ("blob", false),
      ("blob@", false), ("@example.org", false), ("blob@example", false), ("blob@example.", false),
      ("blob@.org", false), ("blob@@example.org", false), ("a@b@example.org", false), ("bl ob@example.org", false),
    ]
  )
  func emails(email: String, isValid: Bool) {
    var draft = SignUpDraft.valid
    draft.email = email
    #expect((draft.problem(with: .email) == nil) == isValid)
  }

  @Test(arguments: [("1234567", false), ("12345678", true), ("👩‍👩‍👧1234567", true), ("👩‍👩‍👧", false)])
  func passwords(password: String, isValid: Bool) {
    var draft = SignUpDraft.valid
    draft.password = password
    #expect((draft.problem(with: .password) == nil) == isValid)
  }

  @Test(
    arguments: [
      ("5550100", true), ("+44 (20) 7946-0018", true), ("123456789012345", true), ("555010", false), ("", false),
      ("1234567890123456", false), ("555 O1OO", false), ("+", false), ("٥٥٥٠١٠٠", false), ("55+50100", false),
    ]
  )
  func phones(phone: String, isValid: Bool) {
    var draft = SignUpDraft.valid
    draft.phone = phone
    #expect((draft.problem(with: .phone) == nil) == isValid)
  }

  @Test func aNameIsMoreThanBlanksAndATopicIsNeeded() {
    var draft = SignUpDraft.valid
    draft.name = " \t"
    draft.topics = []
    #expect(draft.problem(with: .name) == "Enter your name.")
    #expect(draft.problem(with: .topics) == "Choose at least one topic.")
    #expect(draft.firstInvalid(of: [.email, .topics, .name]) == .topics)
  }

  @Test func anElementOfASetIsASwitch() {
    var topics: Set<Topic> = [.music]
    topics[contains: .books] = true
    topics[contains: .books] = true
    topics[contains: .music] = false
    #expect(topics == [.books] && topics[contains: .books] && !topics[contains: .music])
  }
}
