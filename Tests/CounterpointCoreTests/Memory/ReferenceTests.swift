import CaseKeyPaths
@testable import CounterpointCore
import Testing

/// References that are not retained, or are retained by hand, keep the objects that they say, and no others.
@Suite struct ReferenceTests {
  private final class Object: Sendable {}

  private enum Payload: CasePathable {
    case object(Object)
    case nothing

    struct AllCasePaths {
      var object: AnyCasePath<Payload, Object> {
        AnyCasePath(embed: { .object($0) }, extract: { if case .object(let object) = $0 { object } else { nil } })
      }
    }

    static let allCasePaths = AllCasePaths()
  }

  @Test func anUnretainedReferenceKeepsNothing() {
    weak var gone: Object?
    do {
      let object = Object()
      gone = object
      let reference = Unretained(object)
      #expect(reference.use { $0 === object })
      #expect(reference.object === object)
    }
    #expect(gone == nil)
  }

  @Test func aWordLeadsBackToItsObject() {
    let object = Object()
    let word = Unretained(object).word
    #expect(Unretained<Object>(word: word)?.object === object)
    #expect(Unretained<Object>(word: 0)?.object == nil)
  }

  @Test func aReferenceThatIsSetOnceKeepsItsObjectUntilItGoes() {
    weak var kept: Object?
    do {
      let reference = OnceReference<Object>()
      #expect(reference.object?.object == nil)
      let first = reference.make { Object() }.object
      kept = first
      #expect(reference.make { Object() }.object === first)
      #expect(reference.object?.object === first)
    }
    #expect(kept == nil)
  }

  @Test func ofThoseWhoComeAtOnceOneMakesTheObject() async {
    let reference = Holder()
    let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<32 { group.addTask { ObjectIdentifier(reference.once.make { Object() }.object) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(seen.count == 1)
  }

  private final class Holder: Sendable {
    let once = OnceReference<Object>()
  }

  @Test func whatIsMovedOutOfAnEnumIsThereOnce() {
    weak var first: Object?
    weak var second: Object?
    do {
      let object = Object()
      var payload = Payload.object(object)
      first = object
      let path = Payload.allCasePaths.object
      #expect(path.edit(&payload) { $0 === object } == true)
      _ = path.edit(&payload) {
        $0 = Object()
        second = $0
      }
      #expect(second != nil)
      payload = .nothing
      #expect(path.edit(&payload) { _ in true } == nil)
    }
    #expect(first == nil)
    #expect(second == nil)
  }
}
