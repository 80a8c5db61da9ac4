import Foundation
import IdentifiedArrays
import Testing

@Suite struct OffsetsTests {
  @Test(arguments: [
    ([0], 0, "abcdef"), ([0], 1, "abcdef"), ([0], 2, "bacdef"), ([0], 6, "bcdefa"),
    ([5], 0, "fabcde"), ([5], 6, "abcdef"), ([1, 3], 0, "bdacef"), ([1, 3], 2, "abdcef"),
    ([1, 3], 6, "acefbd"), ([0, 2, 4], 3, "bacedf"), ([0, 1, 2, 3, 4, 5], 3, "abcdef"), ([], 3, "abcdef"),
  ])
  func moves(_ source: [Int], to destination: Int, gives expected: String) {
    var letters = IdentifiedArray(uniqueElements: "abcdef", id: \.self)
    letters.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(String(letters) == expected)
    #expect(letters.isInStep)
  }

  @Test(arguments: [([0], "bcdef"), ([5], "abcde"), ([1, 2, 4], "adf"), ([], "abcdef"), ([0, 1, 2, 3, 4, 5], "")])
  func removes(_ offsets: [Int], leaves expected: String) {
    var letters = IdentifiedArray(uniqueElements: "abcdef", id: \.self)
    letters.remove(atOffsets: IndexSet(offsets))
    #expect(String(letters) == expected)
    #expect(letters.isInStep)
  }
}
