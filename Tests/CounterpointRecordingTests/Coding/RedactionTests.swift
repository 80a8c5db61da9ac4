import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct RedactionTests {
  struct Token: Codable, Hashable, Sendable {
    var text: String
  }

  @ObservableState
  struct Draft: Codable, Equatable, Sendable {
    var name = ""
    var password = ""
  }

  struct Account: Codable, Equatable, Sendable {
    var secret: String
    var old: [Draft] = []
    private enum CodingKeys: String, CodingKey {
      case secret = "s"
      case old
    }
  }

  /// Holds secrets in all kinds of places.
  struct Places: Codable, Sendable {
    enum Payload: Codable, Sendable {
      case draft(Draft)
      case pair(Token, account: Account)
    }

    var draft: Draft
    var drafts: [Draft?]
    var account: Account
    var byName: [String: Account]
    var token: Token?
    var tokens: Set<Token>
    var tokenKeys: [Token: Token]
    var payloads: [Payload]

    init(_ secrets: [String]) {
      var rest = secrets[...]
      func next() -> String { rest.removeFirst() }
      func draft() -> Draft { Draft(name: "name", password: next()) }
      func account() -> Account { Account(secret: next(), old: [draft()]) }
      self.draft = draft()
      drafts = [draft(), nil, draft()]
      self.account = account()
      byName = ["a": account(), "b": account()]
      token = Token(text: next())
      tokens = [Token(text: next()), Token(text: next())]
      tokenKeys = [Token(text: next()): Token(text: next())]
      payloads = [.draft(draft()), .pair(Token(text: next()), account: account())]
    }
  }

  private let redaction = Redaction()
    .redact(\Draft.password) { String(repeating: "x", count: $0.count) }
    .redact(\Account.secret) { _ in "xxx" }
    .redact(Token.self) { _ in Token(text: "xxx") }

  private let secrets = (0..<20).map { "secret-\($0)-\(UUID())" }

  @Test func secretsAreReplacedWhereverTheyAre() throws {
    let places = Places(secrets)
    let bytes = try CanonicalJSON.encode(places, redaction: redaction).bytes
    let json = String(decoding: try #require(bytes), as: UTF8.self)
    let text = redaction.text(of: places)
    for secret in secrets {
      #expect(!json.contains(secret))
      #expect(!text.contains(secret))
    }
    #expect(json.contains("xxx"))
    #expect(text.contains("xxx"))
    #expect(try JSONDecoder().decode(Places.self, from: Data(json.utf8)).draft.name == "name")
  }

  @Test func theDigestIsThatOfTheStandIn() throws {
    func digests(_ password: String) throws -> [FieldChange] {
      try CanonicalJSON.encode([Draft(name: "", password: password)], redaction: redaction).changes(from: nil)
    }
    #expect(try digests("a-very-long-password-of-somebody") == digests("b-very-long-password-of-somebody"))
  }

  @Test func onlyRedactedValuesAreReplaced() throws {
    let draft = Draft(name: "Anna", password: "1234")
    #expect(redaction.text(of: draft).contains("Anna"))
    #expect(Redaction().text(of: draft).contains("1234"))
    let json = try #require(try CanonicalJSON.encode(draft, redaction: redaction).bytes)
    #expect(try JSONDecoder().decode(Draft.self, from: Data(json)) == Draft(name: "Anna", password: "xxxx"))
  }

  @Test func aBindingAsTextHasNoSecret() {
    struct Nested: Sendable { let action: BindingAction<Draft> }
    for secret in secrets {
      #expect(!redaction.text(of: BindingAction.set(\Draft.password, secret)).contains(secret))
      #expect(!redaction.text(of: [Nested(action: .set(\.password, secret))]).contains(secret))
    }
    #expect(redaction.text(of: BindingAction.set(\Draft.name, "Anna")).contains("Anna"))
  }

  @Test func aPropertyOfAPropertyIsAnIssue() {
    let issues = issues {
      _ = Redaction().redact(\Places.account.secret) { _ in "" }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("the type that declares the property") == true)
  }

  @Test func aLongNameOfATypeIsNoProperty() {
    struct Generic<Value: Codable & Sendable>: Codable, Sendable { var value: Value }
    let issues = issues {
      _ = Redaction().redact(\Generic<[Swift.String: Foundation.Date]>.value) { _ in [:] }.redact(\Draft.name) { $0 }
    }
    #expect(issues.isEmpty)
  }
}
