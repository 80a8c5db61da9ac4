import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// No byte of a secret is in a file, wherever the secret stands.
@Suite(.ends) @MainActor struct SecretTests {
  @Test(arguments: [false, true], [0, 10_000])
  func onlyTheTextsThatTheGuideNamesHaveSecrets(_ isOpaque: Bool, _ size: Int) async throws {
    let redaction = Redaction().redact(Token.self) { _ in Token(rawValue: "…") }
      .redact(\Draft.password) { String(repeating: "x", count: $0.count) }
    let found = try await placesInTheFiles(redacting: redaction, isOpaque, size)
    // The text of a state that can't be encoded has no names of shared values.
    #expect(
      found.subtracting([.encodingError, .label, .effectName, .nameOfARead])
        == (isOpaque ? [] : [.nameOfASharedValue, .fileName])
    )
  }

  /// Without a redaction, each secret is in the file: no place is left out by chance.
  @Test(arguments: [false, true], [0, 10_000])
  func eachPlaceIsRecorded(_ isOpaque: Bool, _ size: Int) async throws {
    let found = try await placesInTheFiles(redacting: Redaction(), isOpaque, size)
    // An error that a read throws leaves no text.
    #expect(
      Place.allCases.filter { !found.contains($0) }
        == [.errorOfARead] + (isOpaque ? [.nameOfASharedValue, .fileName] : [])
    )
  }

  /// Records a store in which secrets are planted in all places, and returns those whose secrets are in a file.
  private func placesInTheFiles(redacting redaction: Redaction, _ isOpaque: Bool, _ size: Int) async throws -> Set<
    Place
  > {
    let folder = try TemporaryFolder()
    let recorder = try Recorder(at: folder.file("vault.recording.jsonl"), redacting: redaction)
    let store = Store(initialState: Vault.State(padding: String(repeating: "p", count: size), isOpaque: isOpaque)) {
      Vault()
    } withDependencies: {
      $0.recorder = recorder
      $0.recordingLabel = Place.label.secret
      $0[Keys.self] = Keys(
        token: { Place.readOfAClient.token },
        failing: { throw Failure(token: Place.errorOfARead.token) }
      )
    }
    for action in Vault.actions { store.send(action) }
    @Shared(.inMemory("token of the vault")) var token = Token(rawValue: "")
    $token.withLock { $0 = Place.sharedByOtherCode.token }
    await store.send(.run).finish()
    // The text of the state is written after an action that can't be encoded.
    store.send(.fail(Unencodable(error: Failure(token: Place.error.token)), Place.opaqueAction.token))
    store.send(.misfit(Misfit()))
    recorder.flush()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let files = try names.map { try Data(contentsOf: folder.file($0)) } + names.map { Data($0.utf8) }
    let text = String(decoding: files.joined(), as: UTF8.self)
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } > 2 * Vault.actions.count)
    #expect(text.contains(#/"stack":\d+,"state":{/#) == !isOpaque)
    // The state with an enum that encodes its secret itself is text, too.
    #expect(text.contains(#""state":null"#) == (isOpaque || !redaction.isEmpty))
    #expect(text.contains(#""a":null"#))
    return Set(Place.allCases.filter { place in files.contains { $0.range(of: Data(place.secret.utf8)) != nil } })
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
    #expect(try coder.encode(Named(token: token)).description == #"{"(6)":1}"#)
    #expect(try coder.encode(Spelled(token: token)).description == #""(6)""#)
    #expect(throws: EncodingError.self) { try coder.encode(Choice.token(token)) }
    #expect(try coder.encode(Choice.none).description == "{}")
  }
}

/// A place where text can stand. The secret that is planted there has its name.
private enum Place: String, CaseIterable {
  // In the initial state.
  case state, keyOfTheState, propertyOfTheState, presentedState, screen, row, sharedValue, unencodableSharedValue
  // In actions.
  case action, wrappedAction, propertyInAnAction, payloadOfAnEnum, keyOfAnAction, opaqueAction, error, encodingError
  case binding, propertyInABinding, boundProperty, identifierOfAnAction, actionOfARow, actionOfAScreen, pushedScreen
  case presentedAction
  // In changes that a reducer makes.
  case optional, element, member, key, keyOfAnEntry, property, wrapper, wrappers, book, shelf, path, spelled, digest
  case choice, undoneValue, changedSharedValue, keyOfASharedValue, sharedByOtherCode
  // In reads of dependencies, and in effects.
  case readOfAClient, recordedRead, propertyOfARead, keyOfARead, errorOfARead, nameOfARead
  case actionOfAnEffect, cancellationID, partOfACancellationID, effectName
  // In names.
  case label, nameOfASharedValue, fileName

  /// The secret of no place contains that of another one.
  var secret: String { "SECRET_\(rawValue)_" }
  var token: Token { Token(rawValue: secret) }
  var draft: Draft { Draft(password: secret, name: "Anna") }
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

@ObservableState
private struct Draft: Codable, Hashable, Sendable {
  var password = ""
  var name = ""
}

private struct Row: Codable, Hashable, Sendable, Identifiable {
  var id: Token
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

/// Makes the name of a member of its token, which becomes a part of a path.
private struct Named: Codable, Hashable, Sendable {
  var token: Token
  init(token: Token) { self.token = token }
  init(from decoder: any Decoder) throws {
    token = Token(rawValue: try decoder.container(keyedBy: Token.Key.self).allKeys.first?.stringValue ?? "")
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Token.Key.self)
    try container.encode(1, forKey: Token.Key(stringValue: token.rawValue))
  }
}

/// Encodes the text of its token, and not the token.
private struct Spelled: Codable, Hashable, Sendable {
  var token: Token
  init(token: Token) { self.token = token }
  init(from decoder: any Decoder) throws { token = Token(rawValue: try String(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try token.rawValue.encode(to: encoder) }
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

private struct Failure: Error, Hashable {
  var token: Token
}

/// Throws an error of its own.
private struct Unencodable: Codable, Hashable, Sendable {
  var error: Failure
  init(error: Failure) { self.error = error }
  init(from decoder: any Decoder) throws { error = Failure(token: try Token(from: decoder)) }
  func encode(to encoder: any Encoder) throws { throw error }
}

/// Throws the error of an encoder, whose text is written as it is.
private struct Misfit: Codable, Hashable, Sendable {
  func encode(to encoder: any Encoder) throws {
    let context = EncodingError.Context(codingPath: [], debugDescription: Place.encodingError.secret)
    throw EncodingError.invalidValue(self, context)
  }
}

/// A shared value that can't always be encoded.
private struct Odd: Codable, Hashable, Sendable {
  var token: Token
  var isOpaque: Bool
  func encode(to encoder: any Encoder) throws {
    if isOpaque { throw Failure(token: token) }
    try token.encode(to: encoder)
  }
}

@DependencyClient
private struct Keys: DependencyKey {
  var token: @Sendable () -> Token = { Token(rawValue: "") }
  var failing: @Sendable () throws -> Token
  static var liveValue: Keys { Keys() }
  static var testValue: Keys { Keys() }
}

@Reducer
private struct Vault {
  @ObservableState
  struct State: Codable, Equatable {
    var padding: String
    var plain = Place.state.token
    var oldKeys = [Place.keyOfTheState.token: 1]
    var draft = Place.propertyOfTheState.draft
    @Presents var sheet: Draft?
    var path = StackState([Place.screen.draft])
    var rows: IdentifiedArrayOf<Row> = [Row(id: Place.row.token)]
    var optional: Token?
    var bound = Token(rawValue: "")
    var boundDraft = Draft()
    var list: [Token] = []
    var set: Set<Token> = []
    var keys: [Token: Int] = [:]
    var entries: [String: [Token: Draft]] = [:]
    var drafts: [String: Draft] = [:]
    var wrapper: Wrapper?
    var wrappers: [Wrapper] = []
    var book = Book(keys: [:])
    var shelf: Shelf?
    var named: Named?
    var spelled: Spelled?
    var long: [Token: String] = [:]
    var choice: Choice?
    var history = UndoHistory<Draft>()
    var read: Token?
    var secondRead: Token?
    var reads: [Token: Draft] = [:]
    @Shared(.inMemory("token of the vault")) var shared = Place.sharedValue.token
    @Shared(.inMemory("other token of the vault")) var changed = Token(rawValue: "")
    @Shared(.inMemory("drafts of the vault")) var sharedDrafts: [Token: Draft] = [:]
    @Shared(.inMemory(Place.nameOfASharedValue.secret)) var count = 0
    @Shared(.fileStorage(URL(filePath: "/\(Place.fileName.secret)/a.json"))) var file = 0
    @SharedReader(.inMemory("token of the vault")) var reader = Token(rawValue: "")
    @Shared var odd: Odd

    init(padding: String, isOpaque: Bool) {
      self.padding = padding
      _odd = Shared(value: Odd(token: Place.unencodableSharedValue.token, isOpaque: isOpaque))
      sheet = Place.presentedState.draft
    }
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case use(Token), wrap(Wrapper), write(Draft), choose(Choice), all([Token: Draft])
    case fail(Unencodable, Token), misfit(Misfit)
    case rows(IdentifiedAction<Token, Token>), path(StackAction<Draft, Token>), sheet(PresentationAction<Token>)
    case change, hide, read, run, answered(Wrapper)
  }

  static var actions: [Action] {
    [
      .use(Place.action.token), .wrap(Wrapper(token: Place.wrappedAction.token)),
      .write(Place.propertyInAnAction.draft),
      .choose(.token(Place.payloadOfAnEnum.token)), .choose(.none), .all([Place.keyOfAnAction.token: Draft()]),
      .set(\.bound, Place.binding.token), .set(\.boundDraft, Place.propertyInABinding.draft),
      .set(\.boundDraft.password, Place.boundProperty.secret),
      .rows(.element(id: Place.identifierOfAnAction.token, action: Place.actionOfARow.token)),
      .path(.element(id: 0, action: Place.actionOfAScreen.token)), .path(.push(id: 1, state: Place.pushedScreen.draft)),
      .sheet(.presented(Place.presentedAction.token)), .change, .read, .hide,
    ]
  }

  @Dependency(Keys.self) var values

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .change: change(&state)
      case .choose(let choice): state.choice = choice
      case .hide: state.choice = .token(Place.choice.token)
      case .read:
        state.read = values.token()
        _ = try? values.failing()
        state.secondRead = recordedRead("token") { Place.recordedRead.token }
        state.drafts["read"] = recordedRead("draft") { Place.propertyOfARead.draft }
        state.reads = recordedRead("drafts") { [Place.keyOfARead.token: Draft()] }
        _ = recordedRead(Place.nameOfARead.secret) { 1 }
      case .run:
        return .run(name: Place.effectName.secret) { send in
          await send(.answered(Wrapper(token: Place.actionOfAnEffect.token)))
        }
        .cancellable(id: Place.cancellationID.token)
        .cancellable(id: [Place.partOfACancellationID.token])
      default: break
      }
      return .none
    }
  }

  private func change(_ state: inout State) {
    state.optional = Place.optional.token
    state.list.append(Place.element.token)
    state.set.insert(Place.member.token)
    state.keys[Place.key.token] = 1
    state.entries["entry"] = [Place.keyOfAnEntry.token: Draft()]
    state.drafts["draft"] = Place.property.draft
    state.wrapper = Wrapper(token: Place.wrapper.token)
    state.wrappers.append(Wrapper(token: Place.wrappers.token))
    state.book = Book(keys: [Place.book.token: 1])
    state.shelf = Shelf(book: Book(keys: [Place.shelf.token: 1]), other: nil)
    state.named = Named(token: Place.path.token)
    state.spelled = Spelled(token: Place.spelled.token)
    // So long that a digest is written instead.
    state.long[Place.digest.token] = String(repeating: "l", count: 1_000)
    state.history.record(Place.undoneValue.draft)
    state.$changed.withLock { $0 = Place.changedSharedValue.token }
    state.$sharedDrafts.withLock { $0[Place.keyOfASharedValue.token] = Draft() }
  }
}
