@testable import CounterpointCore
import Testing

@Suite struct WeakListTests {
  private final class Object {}

  /// Adds an object that only the caller retains.
  @inline(never)
  @discardableResult
  private func add(_ object: Object = Object(), to list: inout WeakList<Object>) -> Object {
    list.append { [weak object] in object }
    return object
  }

  @Test func givesWhatIsAliveInOrder() {
    var list = WeakList<Object>()
    let objects = (0..<5).map { _ in Object() }
    for object in objects { add(object, to: &list) }
    add(to: &list)
    #expect(list.objects().map(ObjectIdentifier.init) == objects.map(ObjectIdentifier.init))
    var seen = 0
    list.forEach { _ in seen += 1 }
    #expect(seen == 5)
  }

  @Test func tellsWhetherAllAreAlive() {
    var list = WeakList<Object>()
    let object = add(to: &list)
    #expect(list.forEach { _ in })
    add(to: &list)
    #expect(!list.forEach { _ in })
    list.removeReleased()
    #expect(list.count == 1)
    withExtendedLifetime(object) {}
  }

  @Test func forgetsWhatIsGone() {
    var list = WeakList<Object>()
    for _ in 0..<7 { add(to: &list) }
    #expect(!list.isEmpty)
    #expect(list.objects().isEmpty)
    #expect(list.isEmpty)
  }

  @Test func staysSmallHoweverManyComeAndGo() {
    var list = WeakList<Object>()
    let kept = (0..<100).map { _ in Object() }
    for object in kept { add(object, to: &list) }
    for _ in 0..<10_000 { add(to: &list) }
    #expect(list.count <= 201)
    #expect(list.objects().count == 100)
  }
}
