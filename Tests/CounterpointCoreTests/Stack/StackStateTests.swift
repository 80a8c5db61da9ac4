@_spi(Internals) import CounterpointSupport
import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import Foundation
import Testing

@Suite struct StackStateTests {
  enum Screen: Equatable, Codable, CasePathable {
    case list([Int])
    case detail(String)

    struct AllCasePaths: Sendable {
      var list: AnyCasePath<Screen, [Int]> {
        AnyCasePath(embed: Screen.list, extract: { if case .list(let rows) = $0 { rows } else { nil } })
      }
      var detail: AnyCasePath<Screen, String> {
        AnyCasePath(embed: Screen.detail, extract: { if case .detail(let title) = $0 { title } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func address(_ rows: [Int]?) -> Int {
    unsafe rows?.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
  }

  @Test func idsStartAtZeroAndOnlyCountUp() {
    var path = StackState<String>()
    path.append("a")
    path.append(contentsOf: ["b", "c"])
    #expect(Array(path.ids) == [0, 1, 2])
    path.removeLast()
    path.append("d")
    path.insert("e", at: 0)
    #expect(Array(path.ids) == [4, 0, 1, 3])
    #expect(Array(path) == ["e", "a", "b", "d"])
    #expect(path[id: 3] == "d")
    #expect(path[id: 2] == nil)
    let other: StackState = ["x"]
    #expect(Array(other.ids) == [5])
  }

  @Test func elementsThatAreKeptKeepTheirIDs() throws {
    struct Failure: Error {}
    var path: StackState = ["a", "b", "c", "d"]
    let before = path.membership
    path.removeAll { $0 == "x" }
    #expect(path.filter { $0 != "x" }.membership == before)
    #expect(throws: Failure.self) {
      try path.removeAll { element in
        if element == "d" { throw Failure() }
        return true
      }
    }
    #expect(Array(path.ids) == [0, 1, 2, 3] && path.membership == before)
    #expect(Array(path.filter { $0 > "b" }.ids) == [2, 3])
    path.removeAll { $0 == "b" }
    #expect(Array(path.ids) == [0, 2, 3])
    #expect(Array(path) == ["a", "c", "d"])
    #expect(path.membership != before)
  }

  /// A stack may have elements with ids from elsewhere: from a value that several tests share, or from a file.
  @Test func aNewIDIsThatOfNoOtherElement() {
    var path = StackState<String>()
    path.push("foreign", id: 1)
    path.push("on top", id: 0)
    path.append("a")
    path.append(contentsOf: ["b", "c"])
    #expect(Array(path) == ["foreign", "on top", "a", "b", "c"])
    #expect(Array(path.ids) == [1, 0, 2, 3, 4])
    path.push("last", id: StackElementID(generation: .max))
    path.append("d")
    #expect(path.count == 7)
  }

  @Test func pops() {
    var path: StackState = ["a", "b", "c", "d"]
    path.pop(from: 9)
    path.pop(to: 9)
    #expect(Array(path) == ["a", "b", "c", "d"])
    path.pop(from: 3)
    #expect(Array(path) == ["a", "b", "c"])
    path.pop(to: 1)
    #expect(Array(path) == ["a", "b"])
    path.pop(to: 1)
    #expect(Array(path) == ["a", "b"])
    path.pop(from: 0)
    #expect(path.isEmpty)
  }

  @Test func editsById() {
    var path: StackState = [[1], [2, 3]]
    let before = address(path[id: 1])
    path[id: 1]?[0] = 7
    #expect(address(path[id: 1]) == before)
    #expect(Array(path) == [[1], [7, 3]])
    path[id: 0] = [5]
    #expect(path[0] == [5])
    path[id: 0] = nil
    path[id: 0] = nil
    #expect(Array(path.ids) == [1])
    path[id: 4]?.append(1)
    #expect(Array(path.ids) == [1])
  }

  @Test func anElementIsAppendedUnderAnUnknownIDInTestsOnly() throws {
    var path: StackState = ["a"]
    path[id: 7] = "b"
    #expect(Array(path.ids) == [0, 7])
    let line: UInt = #line
    let file: StaticString = #fileID
    let location = CounterpointSupport.SourceLocation(fileID: file, filePath: file, line: line, column: 1)
    let issue = try #require(issues { path.set("c", id: 8, isTesting: false, at: location) }.first)
    #expect(issue.line == line)
    #expect(issue.message.contains("Can't assign element at missing ID"))
    #expect(issue.message.contains("#8"))
    #expect(issue.message.contains("[#0, #7]"))
    #expect(Array(path.ids) == [0, 7])
    #expect(issues { path.set("d", id: 7, isTesting: false, at: location) }.isEmpty)
    #expect(path[id: 7] == "d")
  }

  @Test func aCaseIsEditedInPlace() throws {
    var path: StackState<Screen> = [.list([1, 2]), .detail("a")]
    let before = address(path[id: 0, case: \.list])
    path[id: 0, case: \.list]?.append(3)
    path[id: 0, case: \.list]?[0] = 9
    #expect(path[id: 0, case: \.list] == [9, 2, 3])
    let reserved = address(path[id: 0, case: \.list])
    path[id: 0, case: \.list]?[1] = 8
    #expect(address(path[id: 0, case: \.list]) == reserved)
    #expect(before != 0)
    let line: UInt = #line + 1
    let reported = issues { path[id: 1, case: \.list]?.append(3) }
    let issue = try #require(reported.first)
    #expect(issue.line == line)
    #expect(issue.fileID == #fileID)
    #expect(issue.message.contains("modify unrelated case"))
    #expect(issue.message.contains("'.detail'"))
    let missing = issues { path[id: 5, case: \.list]?.append(3) }
    #expect(missing.isEmpty)
    #expect(issues { path[id: 5, case: \.list] = [] }.count == 1)
    path[id: 1, case: \.detail] = nil
    #expect(Array(path.ids) == [0])
  }

  @Test func equalityCountsTheIDs() {
    let path: StackState = ["a"]
    let other: StackState = ["a"]
    #expect(path != other)
    #expect(Array(path) == Array(other))
    let copy = path
    #expect(path == copy)
    #expect(path.hashValue == copy.hashValue)
    #expect(StackState<String>() == StackState<String>())
  }

  @Test func codingIsThatOfAnArrayWithNewIDs() throws {
    let path: StackState<Screen> = [.list([1]), .detail("a")]
    let json = try JSONEncoder().encode(path)
    #expect(try JSONDecoder().decode([Screen].self, from: json) == Array(path))
    let decoded = try JSONDecoder().decode(StackState<Screen>.self, from: json)
    #expect(Array(decoded.ids) == [2, 3])
    #expect(Array(decoded) == Array(path))
  }

  @Test func descriptions() {
    let path: StackState = ["a", "b"]
    #expect(path.description == #"["a", "b"]"#)
    #expect(path.ids.map(\.debugDescription) == ["#0", "#1"])
  }

  @Test func membershipChangesWhenElementsAreAddedOrRemoved() {
    var path: StackState = [1, 2]
    func changes(_ edit: (inout StackState<Int>) -> Void) -> Bool {
      let before = path.membership
      edit(&path)
      return path.membership != before
    }
    #expect(!changes { $0[id: 0]? += 1 })
    #expect(!changes { $0.pop(from: 7) })
    #expect(!changes { $0[id: 7] = nil })
    #expect(changes { $0.append(3) })
    #expect(changes { $0[id: 0] = 5 })
    #expect(changes { $0[id: 1] = nil })
    #expect(changes { $0.pop(to: 0) })
    #expect(changes { $0.pop(from: 0) })
    func remove(_ element: inout Int?) { element = nil }
    path.append(1)
    #expect(changes { remove(&$0[id: 3]) })
    #expect(path.isEmpty)
  }

  @Test func keyPathsByIDAreEqualWhereverTheyAreWritten() {
    let first: AnyKeyPath = \StackState<Int>.[id: 3]
    let second: AnyKeyPath = \StackState<Int>.[id: 3]
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != \StackState<Int>.[id: 4])
  }

  @Test func aLiteralIDStopsAProgramThatIsNoTest() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StackElementID(literal: 3, isTesting: false)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("the literal 3 outside a test"))
    #expect(text.contains("'path.ids'"))
  }
}
