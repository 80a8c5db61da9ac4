import CaseKeyPaths

/// An enum with each shape of payload: none, one value, a labeled tuple, an optional, another enum, an optional
/// enum.
@dynamicMemberLookup
enum Fixture: CasePathable, CasePathIterable, Equatable {
  case empty
  case number(Int)
  case moved(x: Int, y: Int)
  case note(String?)
  case inner(Inner)
  case maybe(Inner?)

  struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    var empty: AnyCasePath<Fixture, Void> {
      AnyCasePath(embed: { .empty }, extract: { if case .empty = $0 { () } else { nil } })
    }
    var number: AnyCasePath<Fixture, Int> {
      AnyCasePath(embed: Fixture.number, extract: { if case .number(let number) = $0 { number } else { nil } })
    }
    var moved: AnyCasePath<Fixture, (x: Int, y: Int)> {
      AnyCasePath(
        embed: { .moved(x: $0.x, y: $0.y) },
        extract: { if case .moved(let x, let y) = $0 { (x, y) } else { nil } }
      )
    }
    var note: AnyCasePath<Fixture, String?> {
      AnyCasePath(embed: Fixture.note, extract: { if case .note(let note) = $0 { note } else { nil } })
    }
    var inner: AnyCasePath<Fixture, Inner> {
      AnyCasePath(embed: Fixture.inner, extract: { if case .inner(let inner) = $0 { inner } else { nil } })
    }
    var maybe: AnyCasePath<Fixture, Inner?> {
      AnyCasePath(embed: Fixture.maybe, extract: { if case .maybe(let inner) = $0 { inner } else { nil } })
    }

    subscript(root: Fixture) -> PartialCaseKeyPath<Fixture> {
      switch root {
      case .empty: \.empty
      case .number: \.number
      case .moved: \.moved
      case .note: \.note
      case .inner: \.inner
      case .maybe: \.maybe
      }
    }

    func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Fixture>> {
      [\.empty, \.number, \.moved, \.note, \.inner, \.maybe].makeIterator()
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The payload of the nested cases of ``Fixture``.
enum Inner: CasePathable, Equatable {
  case tap
  case text(String)

  struct AllCasePaths: Sendable {
    var tap: AnyCasePath<Inner, Void> {
      AnyCasePath(embed: { .tap }, extract: { if case .tap = $0 { () } else { nil } })
    }
    var text: AnyCasePath<Inner, String> {
      AnyCasePath(embed: Inner.text, extract: { if case .text(let text) = $0 { text } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
