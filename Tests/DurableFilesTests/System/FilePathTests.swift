import Testing

@testable import DurableFiles

@Suite struct FilePathTests {
  @Test(
    arguments: [
      ("a", ".", "a"), ("./a", ".", "a"), ("a/b", "a", "b"), ("a//b", "a", "b"), ("/a", "/", "a"), ("//a", "/", "a"),
      ("/", "/", ""), ("", ".", ""), (".", ".", "."), ("/a/b/c", "/a/b", "c"), ("a/", "a", ""),
      ("a/\u{301}b", "a", "\u{301}b"),
    ]
  )
  func folderAndNameOfAPath(path: String, folder: String, name: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.name(of: path) == name)
  }

  @Test func entriesOfTheRootHaveOneSlash() {
    #expect(FilePath.entry("a", in: "/") == "/a")
    #expect(FilePath.entry("a", in: "/b") == "/b/a")
  }

  @Test func onlyLongNamesAreShortened() {
    let long = String(repeating: "é", count: 100)
    #expect(FilePath.shortened("name", limit: 100) == "name")
    #expect(FilePath.shortened(String(long.prefix(50)), limit: 100) == String(long.prefix(50)))
    let short = FilePath.shortened(long, limit: 100)
    #expect(short.utf8.count <= 100)
    #expect(short.hasPrefix("ééé"))
    #expect(short != FilePath.shortened(long + "x", limit: 100))
  }
}
