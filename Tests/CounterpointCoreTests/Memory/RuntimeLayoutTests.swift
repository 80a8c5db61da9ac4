@testable import CounterpointCore
import StateSharing
import Testing

/// The assumptions about the layout of values, of the stack and of the runtime hold. See
/// `Documentation/NewSwiftVersion.md`.
@Suite struct RuntimeLayoutTests {
  private struct Inner {
    var text = "a"
  }

  private struct Outer {
    var number = 1
    var inner = Inner()
  }

  @Test func aConcatenationOfSendableKeyPathsReadsAndWrites() {
    let path = sendableKeyPath(\Outer.inner, appending: \Inner.text)
    var value = Outer()
    value[keyPath: path] = "b"
    #expect(value.inner.text == "b")
    #expect((path as WritableKeyPath<Outer, String>) == \Outer.inner.text)
  }

  @Test func theStoredPropertiesOfAStructAreFound() {
    struct Parts {
      let constant = UInt8(1)
      var number = 2
      var text = "c"
      private var hidden: [Int]? = nil
      var computed: Int { number }
    }
    let found = storedProperties(ofStruct: Parts.self)
    let mirrored = Mirror(reflecting: Parts()).children.map { ObjectIdentifier(type(of: $0.value)) }
    #expect(found.map { ObjectIdentifier($0.type) } == mirrored)
    #expect(found[1].offset == MemoryLayout<Parts>.offset(of: \.number))
    #expect(found[2].offset == MemoryLayout<Parts>.offset(of: \.text))
    #expect(storedProperties(ofStruct: Optional<Parts>.self).isEmpty)
    #expect(storedProperties(ofStruct: FieldObservers.self).isEmpty)

    var paths: [PartialKeyPath<Parts>] = []
    let isComplete = visitStoredProperties(of: Parts.self) { paths.append($0) }
    #expect(isComplete)
    #expect(paths.map { MemoryLayout<Parts>.offset(of: $0) } == found.map(\.offset))
    #expect(paths.map { $0 is WritableKeyPath<Parts, Int> } == [false, true, false, false])
    #expect(!(paths[0] is WritableKeyPath<Parts, UInt8>))
    #expect(paths[1] == \Parts.number)

    var value = Parts()
    changeStoredProperty(of: &value, at: found[1].offset) { (number: inout Int) in number = 7 }
    #expect(value.number == 7)
  }

  @Test func theFirstWordOfARegistrarReferencesItsObservers() {
    var registrar = ObservationStateRegistrar()
    let observers = registrar.observers
    withAddress(of: &registrar) { registrar in
      let reference = registrar.property(Unretained<FieldObservers>.self, at: 0).value
      #expect(reference.use { $0 === observers })
    }
  }

  @Test func aLocalVariableIsOnTheStackBelowTheReduction() {
    final class Box {
      var number = 1
    }
    let changes = StateChanges(below: FieldObservers())
    let outer = changes.begin()
    defer { changes.end(outer) }
    let box = Box()
    let isBoxLocal = changes.isLocal(addressNumber(of: &box.number))
    #expect(!isBoxLocal)
    #expect(isLocalVariableLocal(changes))
  }

  @inline(never)
  private func isLocalVariableLocal(_ changes: StateChanges) -> Bool {
    var number = 1
    return changes.isLocal(addressNumber(of: &number))
  }

  @Test func typesWithReferencesAreNotPlainData() {
    #expect(_isPOD(Int.self))
    #expect(!_isPOD(String.self))
    #expect(!_isPOD(Shared<Int>.self))
  }

  @Test func aTrackedReadHashesItsKeyPath() {
    #expect(isTrackingDetectable)
  }

  #if !canImport(Darwin)
  @MainActor
  @Test func anExecutorReferenceIsComparedWithTheCurrentExecutor() async {
    actor Other {}
    #expect(ExecutorReference(of: MainActor.shared).isCurrent)
    #expect(!ExecutorReference(of: Other()).isCurrent)
  }
  #endif
}
