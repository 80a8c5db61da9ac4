@testable import CounterpointCore
import Testing

@Suite struct StackPathViewTests {
  typealias Component = StackState<String>.Component

  @Test func itShowsTheElementsWithTheirIDs() {
    let path: StackState = ["a", "b"]
    #expect(path.pathView.map(\.id) == [0, 1])
    #expect(path.pathView.map(\.element) == ["a", "b"])
    #expect(path.pathView == path.pathView)
    #expect(path.pathView != StackState<String>().pathView)
  }

  @Test func changesGoBackToTheStack() {
    var path: StackState = ["a", "b", "c"]
    path.pathView.removeLast()
    #expect(Array(path.ids) == [0, 1])
    path.pathView.append(Component(id: 7, element: "d"))
    #expect(Array(path.ids) == [0, 1, 7])
    path.pathView[1] = Component(id: 9, element: "e")
    #expect(Array(path.ids) == [0, 9, 7])
    #expect(Array(path) == ["a", "e", "d"])
    path.pathView.insert(Component(id: 0, element: "again"), at: 2)
    #expect(Array(path.ids) == [0, 9, 7])
    #expect(path[id: 0] == "again")
    path.pathView[0].element = "in place"
    #expect(Array(path) == ["in place", "e", "d"])
  }

  @Test func elementsThatAreReorderedKeepTheirIDs() {
    var path: StackState = ["c", "b", "a", "d"]
    path.pathView.swapAt(0, 2)
    #expect(Array(path.ids) == [2, 1, 0, 3])
    path.pathView.reverse()
    #expect(Array(path.ids) == [3, 0, 1, 2])
    path.pathView.sort { $0.element < $1.element }
    #expect(Array(path) == ["a", "b", "c", "d"])
    #expect(Array(path.ids) == [2, 1, 0, 3])
    path.pathView[0] = path.pathView[1]
    #expect(Array(path.ids) == [1, 2, 0, 3])
  }

  @Test func elementsAreRemovedByTheirIDs() {
    var path: StackState = ["a", "b", "c", "d"]
    path.pathView.removeAll { $0.id == 1 }
    #expect(Array(path.ids) == [0, 2, 3])
    #expect(Array(path) == ["a", "c", "d"])
  }

  @Test func componentsAreEqualByTheirIDs() {
    #expect(Component(id: 1, element: "a") == Component(id: 1, element: "b"))
    #expect(Component(id: 1, element: "a") != Component(id: 2, element: "a"))
    #expect(Set([Component(id: 1, element: "a"), Component(id: 1, element: "b")]).count == 1)
  }
}
