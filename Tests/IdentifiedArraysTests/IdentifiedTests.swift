import Foundation
import IdentifiedArrays
import Testing

@Suite struct IdentifiedTests {
  struct Point: Hashable, Codable, Sendable {
    var x = 0
    var y = 0
  }

  @Test func threeWaysToAnID() {
    #expect(Identified("abc", id: 7).id == 7)
    #expect(Identified("abc", id: \.count).id == 3)
    #expect(Identified("abc", id: { $0.uppercased() }).id == "ABC")
    struct Failure: Error {}
    #expect(throws: Failure.self) { try Identified<Int, String>("abc", id: { _ in throw Failure() }) }
  }

  @Test func membersAreThoseOfTheValue() {
    var point = Identified(Point(), id: 1)
    point.x = 2
    point.x += 1
    #expect(point.x == 3)
    #expect(point.y == 0)
    #expect(point.value == Point(x: 3))
    #expect(point.id == 1)
  }

  @Test func identifiesInAnArray() {
    var points: IdentifiedArrayOf<Identified<Int, Point>> = [Identified(Point(), id: 1), Identified(Point(), id: 2)]
    points[id: 2]?.x = 5
    #expect(points[1].value == Point(x: 5))
  }

  @Test func isComparedHashedAndEncodedWithItsID() throws {
    let point = Identified(Point(x: 1), id: 1)
    #expect(point == Identified(Point(x: 1), id: 1))
    #expect(point != Identified(Point(x: 1), id: 2))
    #expect(point != Identified(Point(x: 2), id: 1))
    #expect(Set([point, Identified(Point(x: 1), id: 1)]).count == 1)
    let data = try JSONEncoder().encode(point)
    #expect(try JSONDecoder().decode(Identified<Int, Point>.self, from: data) == point)
  }
}
