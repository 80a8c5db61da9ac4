import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// No byte of a secret is in a file, wherever the secret stands.
@Suite(.ends) @MainActor struct SecretTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("vault.recording.jsonl")
  }

  @Test(arguments: [false, true], [0, 10_000]) func noSecretIsInTheFile(_ isOpaque: Bool, _ size: Int) async throws {
    let redaction = Redaction().redact(Token.self) { _ in Token(rawValue: "…") }
      .redact(\Draft.password) { String(repeating: "x", count: $0.count) }
    let recorder = try Recorder(at: file, redacting: redaction)
    let initial = Vault.State(
      padding: String(repeating: "p", count: size),
      unencodable: isOpaque ? Unencodable() : nil
    )
    let store = Store(initialState: initial) {
      Vault()
    } withDependencies: {
      $0.recorder = recorder
      $0[Keys.self] = Keys(token: { Token(rawValue: "SECRET read") }, draft: { Draft(password: "SECRET of a read") })
    }
    for action in Vault.actions { store.send(action) }
    @Shared(.inMemory("token of the vault")) var token = Token(rawValue: "")
    $token.withLock { $0.rawValue = "SECRET of other code" }
    await store.send(.run).finish()
    store.send(.read)
    recorder.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in text.split(separator: "\n") where line.contains("SECRET") { Issue.record("\(line.prefix(300))") }
    #expect(text.count { $0 == "\n" } > 2 * Vault.actions.count)
    // The state with an enum that encodes its secret itself is text, too.
    #expect(text.contains(#""state":null"#))
    #expect(text.contains(#""a":null"#))
  }

  @Test func aSecretThatItsOwnerEncodesIsReplacedOnce() throws {
    let redaction = Redaction().redact(Token.self) { Token(rawValue: "(\($0.rawValue.count))") }
    let coder = RecordingCoder(redacting: redaction)
    let token = Token(rawValue: "SECRET")
    #expect(try coder.encode(token).description == #""(6)""#)
    #expect(try coder.encode(Wrapper(token: token)).description == #""(6)""#)
    #expect(try coder.encode(Nested(wrapper: Wrapper(token: token), number: 1)).description == #""(6)""#)
    #expect(try coder.encode(["a": [Wrapper(token: token)]]).description == #"{"a":["(6)"]}"#)
    #expect(try coder.encode([token: 1]).description == #"{"(6)":1}"#)
    #expect(try coder.encode(Pair(first: token, second: token)).description == #"{"first":"(6)","second":"(6)"}"#)
    #expect(try coder.encode(Book(keys: [token: 1])).description == #"{"(6)":1}"#)
    #expect(try coder.encode(Shelf(book: Book(keys: [token: 1]), other: nil)).description == #"{"(6)":1}"#)
    #expect(try coder.encode(["a": Book(keys: [token: 1])]).description == #"{"a":{"(6)":1}}"#)
    #expect(throws: EncodingError.self) { try coder.encode(Choice.token(token)) }
    #expect(try coder.encode(Choice.none).description == "{}")
  }
}

private struct Token: Codable, Hashable, Sendable, RawRepresentable, CodingKeyRepresentable {
  var rawValue: String

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(rawValue: String) { self.rawValue = rawValue }
  var codingKey: any CodingKey { Key(stringValue: rawValue) }
  init?<T: CodingKey>(codingKey: T) { rawValue = codingKey.stringValue }
}

private struct Draft: Codable, Hashable, Sendable {
  var password = ""
  var name = ""
}

/// Encodes its token by the token's own function, as wrappers and new types do.
private struct Wrapper: Codable, Hashable, Sendable {
  var token: Token
  init(token: Token) { self.token = token }
  init(from decoder: any Decoder) throws { token = try Token(from: decoder) }
  func encode(to encoder: any Encoder) throws { try token.encode(to: encoder) }
}

private struct Nested: Codable, Hashable, Sendable {
  var wrapper: Wrapper
  var number: Int
  init(wrapper: Wrapper, number: Int) { (self.wrapper, self.number) = (wrapper, number) }
  init(from decoder: any Decoder) throws { (wrapper, number) = (try Wrapper(from: decoder), 0) }
  func encode(to encoder: any Encoder) throws { try wrapper.encode(to: encoder) }
}

/// Encodes its dictionary by the dictionary's own function, whose keys become names of members.
private struct Book: Codable, Hashable, Sendable {
  var keys: [Token: Int]?
  init(keys: [Token: Int]) { self.keys = keys }
  init(from decoder: any Decoder) throws { keys = try [Token: Int](from: decoder) }
  func encode(to encoder: any Encoder) throws { try keys?.encode(to: encoder) }
}

private struct Shelf: Codable, Hashable, Sendable {
  var book: Book
  var other: [Token: Int]?
  init(book: Book, other: [Token: Int]?) { (self.book, self.other) = (book, other) }
  init(from decoder: any Decoder) throws { (book, other) = (try Book(from: decoder), nil) }
  func encode(to encoder: any Encoder) throws { try book.encode(to: encoder) }
}

private struct Pair: Codable, Hashable, Sendable {
  var first: Token
  var second: Token
}

private enum Choice: Codable, Hashable, Sendable {
  case none, token(Token)
  init(from decoder: any Decoder) throws { self = .token(try Token(from: decoder)) }
  func encode(to encoder: any Encoder) throws {
    if case .token(let token) = self { try token.encode(to: encoder) }
  }
}

private struct Unencodable: Codable, Hashable, Sendable {
  struct Failure: Error {}
  func encode(to encoder: any Encoder) throws { throw Failure() }
}

private struct Keys: DependencyKey {
  var token: @Sendable () -> Token
  var draft: @Sendable () -> Draft
  static var liveValue: Keys { Keys(token: { Token(rawValue: "") }, draft: { Draft() }) }
  static var testValue: Keys { liveValue }
}

@Reducer
private struct Vault {
  @ObservableState
  struct State: Codable, Equatable {
    var padding: String
    var unencodable: Unencodable?
    var plain = Token(rawValue: "SECRET")
    var optional: Token?
    var keys: [Token: Int] = [:]
    var nestedKeys: [String: [Token: Draft]] = [:]
    var list: [Token] = []
    var set: Set<Token> = []
    var wrapper: Wrapper?
    var wrappers: [Wrapper] = []
    var book = Book(keys: [Token(rawValue: "SECRET in a book"): 1])
    var drafts: [String: Draft] = [:]
    var choice: Choice?
    @Shared(.inMemory("token of the vault")) var shared = Token(rawValue: "SECRET in a shared value")
    @Shared(.inMemory("drafts of the vault")) var sharedDrafts: [Token: Draft] = [:]
    @SharedReader(.inMemory("token of the vault")) var reader = Token(rawValue: "SECRET in a shared value")
  }

  enum Action: Codable, Sendable {
    case use(Token), wrap(Wrapper), write(Draft), choose(Choice), all([Token: Draft]), fail(Unencodable, Token)
    case read, run, answered(Wrapper)
  }

  static let actions: [Action] = [
    .use(Token(rawValue: "SECRET 1")), .wrap(Wrapper(token: Token(rawValue: "SECRET 2"))),
    .write(Draft(password: "SECRET 3", name: "Anna")), .choose(.token(Token(rawValue: "SECRET 4"))), .choose(.none),
    .all([Token(rawValue: "SECRET 5"): Draft(password: "SECRET 6")]), .fail(Unencodable(), Token(rawValue: "SECRET 7")),
  ]

  @Dependency(Keys.self) var values

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .use(let token):
        (state.plain, state.optional) = (token, token)
        state.keys[token] = 1
        state.list.append(token)
        state.set.insert(token)
        state.$shared.withLock { $0 = token }
      case .wrap(let wrapper), .answered(let wrapper):
        state.wrapper = wrapper
        state.wrappers.append(wrapper)
      case .write(let draft):
        state.drafts["draft"] = draft
        state.$sharedDrafts.withLock { $0[Token(rawValue: draft.password)] = draft }
      case .choose(let choice): state.choice = choice
      case .all(let drafts): state.nestedKeys["all"] = drafts
      case .fail(_, let token): state.plain = token
      case .read:
        state.plain = recordedRead("token") { values.token() }
        state.drafts["read"] = recordedRead("draft") { values.draft() }
      case .run: return .run { await $0(.answered(Wrapper(token: Token(rawValue: "SECRET of an effect")))) }
      }
      return .none
    }
  }
}
