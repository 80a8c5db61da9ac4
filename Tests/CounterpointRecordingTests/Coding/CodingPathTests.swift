import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// A value can ask where it is encoded.
@Suite struct CodingPathTests {
  private struct Leaf: Encodable {
    func encode(to encoder: any Encoder) throws {
      note(encoder.codingPath, encoder)
      var container = encoder.singleValueContainer()
      note(container.codingPath, encoder)
      try container.encode(1)
    }
  }

  private struct Wrapper<Content: Encodable>: Encodable {
    let content: Content

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(content)
    }
  }

  private struct Branch: Encodable {
    enum CodingKeys: CodingKey { case leaf, wrapped, list, nested, inner, object }

    let depth: Int

    func encode(to encoder: any Encoder) throws {
      note(encoder.codingPath, encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      note(container.codingPath, encoder)
      try container.encode(Leaf(), forKey: .leaf)
      try container.encode(Wrapper(content: Leaf()), forKey: .wrapped)
      try container.encode([Leaf(), Leaf()], forKey: .list)
      var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
      note(nested.codingPath, encoder)
      try nested.encode(Leaf(), forKey: .inner)
      var list = nested.nestedUnkeyedContainer(forKey: .list)
      note(list.codingPath, encoder)
      try list.encode(Leaf())
      try Leaf().encode(to: container.superEncoder())
      try Leaf().encode(to: container.superEncoder(forKey: .object))
      if depth > 0 { try container.encode(Wrapper(content: Branch(depth: depth - 1)), forKey: .inner) }
    }
  }

  /// Foundation's encoder leaves out the keys of nested containers.
  @Test func aPathHasAllKeys() throws {
    let noted = CounterpointTestSupport.Recorder<[String]>()
    _ = try CanonicalJSON.encode(Branch(depth: 3), userInfo: [paths: noted])
    let branch: [[String]] = [
      [], [], ["leaf"], ["leaf"], ["wrapped"], ["wrapped"], ["list"], ["list"], ["list"], ["list"],
      ["nested"], ["nested", "inner"], ["nested", "inner"], ["nested", "list"], ["nested", "list"], ["nested", "list"],
      ["super"], ["super"], ["object"], ["object"],
    ]
    let expected = (0...3).flatMap { depth in branch.map { Array(repeating: "inner", count: depth) + $0 } }
    #expect(noted.entries == expected)
  }
}

private let paths = CodingUserInfoKey(rawValue: "paths")!

private func note(_ path: [any CodingKey], _ encoder: any Encoder) {
  (encoder.userInfo[paths] as? CounterpointTestSupport.Recorder<[String]>)?.note(path.map(\.stringValue))
}
