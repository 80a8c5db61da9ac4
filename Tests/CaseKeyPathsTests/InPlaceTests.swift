import CaseKeyPaths
import Testing

/// Law 4: a mutation through a case does not copy unrelated storage, even in unoptimized builds.
@Suite struct InPlaceTests {
  /// A value with a reference that must stay unique.
  struct Payload {
    final class Owner {}
    var owner = Owner()
    var rows = Array(0..<1000)
    var wasUnique = false

    mutating func touch() {
      wasUnique = isKnownUniquelyReferenced(&owner)
      rows[3] += 1
    }

    var address: UInt {
      UInt(bitPattern: unsafe rows.withUnsafeBytes { $0.baseAddress })
    }
  }

  enum Screen: CasePathable {
    case list(Payload)
    indirect case sheet(Screen?)

    struct AllCasePaths: Sendable {
      var list: AnyCasePath<Screen, Payload> {
        AnyCasePath(embed: Screen.list, extract: { if case .list(let payload) = $0 { payload } else { nil } })
      }
      var sheet: AnyCasePath<Screen, Screen?> {
        AnyCasePath(embed: Screen.sheet, extract: { if case .sheet(let screen) = $0 { screen } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func modify() {
    var screen = Screen.list(Payload())
    let address = screen[case: \.list]?.address
    screen.modify(\.list) { $0.touch() }
    #expect(screen[case: \.list]?.wasUnique == true)
    #expect(screen[case: \.list]?.address == address)
  }

  @Test func modifyThroughNestedCases() {
    var screen = Screen.sheet(.sheet(.list(Payload())))
    let address = screen[case: \.sheet.sheet.list]?.address
    screen.modify(\.sheet.sheet.list) { $0.touch() }
    #expect(screen[case: \.sheet.sheet.list]?.wasUnique == true)
    #expect(screen[case: \.sheet.sheet.list]?.address == address)
  }

  @Test func modifyOfAnOptional() {
    var screen: Screen? = .list(Payload())
    let address = screen?[case: \.list]?.address
    screen.modify(\.list) { $0.touch() }
    #expect(screen?[case: \.list]?.wasUnique == true)
    screen?.modify(\.list) { $0.touch() }
    #expect(screen?[case: \.list]?.wasUnique == true)
    #expect(screen?[case: \.list]?.address == address)
  }

  @Test func subscriptByCase() {
    var screen = Screen.list(Payload())
    let address = screen[case: \.list]?.address
    screen[case: \.list]?.touch()
    #expect(screen[case: \.list]?.wasUnique == true)
    #expect(screen[case: \.list]?.address == address)
  }

  @Test func subscriptByCaseThroughNestedCases() {
    var screen: Screen? = .sheet(.list(Payload()))
    let address = screen?[case: \.sheet.list]?.address
    screen?[case: \.sheet.list]?.touch()
    #expect(screen?[case: \.sheet.list]?.wasUnique == true)
    #expect(screen?[case: \.sheet.list]?.address == address)
  }

  @Test func anEditOfACopyLeavesTheOriginal() {
    let original = Screen.list(Payload())
    var copy = original
    copy[case: \.list]?.rows[0] = 7
    copy.modify(\.list) { $0.rows[1] = 8 }
    #expect(copy[case: \.list]?.rows.prefix(2) == [7, 8])
    #expect(original[case: \.list]?.rows.prefix(2) == [0, 1])
  }

  @Test func everyObjectIsReleasedOnce() {
    // A payload that is deinitialized twice, or never initialized again, appears here as a crash or as a leak.
    weak var owner: Payload.Owner?
    do {
      var screen = Screen.list(Payload())
      owner = screen[case: \.list]?.owner
      screen[case: \.list]?.touch()
      screen.modify(\.list) { $0.touch() }
      screen[case: \.sheet.list]?.touch()
      #expect(owner != nil)
    }
    #expect(owner == nil)
  }
}
