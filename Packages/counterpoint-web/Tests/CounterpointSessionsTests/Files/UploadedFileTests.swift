import CounterpointSessions
import Foundation
import Testing

/// The values of files that visitors have sent.
@Suite struct UploadedFileTests {
  private let file: UploadedFile

  init() throws {
    file = try UploadedFile(name: "../a.txt", contentType: "Text/Plain; charset=utf-8", contents: Data("abc".utf8))
  }

  @Test func aValueHasAFile() throws {
    #expect(file.name == "a.txt")
    #expect(file.contentType == "text/plain")
    #expect(file.byteCount == 3)
    #expect(file.isAvailable)
    #expect(try file.withURL { try Data(contentsOf: $0) } == Data("abc".utf8))
  }

  @Test func theFileEndsWithTheLastCopy() throws {
    var first: UploadedFile? = try UploadedFile(name: "b", contents: Data("b".utf8))
    var second = first
    let path = try #require(first).withURL { $0.path }
    first = nil
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(second?.isAvailable == true)
    second = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aMovedFileStays() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("moved-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    var value: UploadedFile? = try UploadedFile(name: "c", contents: Data("c".utf8))
    try value?.move(to: url)
    #expect(value?.isAvailable == false)
    #expect(throws: UploadedFileError.unavailable) { try value?.move(to: url) }
    #expect(throws: UploadedFileError.unavailable) { try value?.withURL { _ in } }
    value = nil
    #expect(try Data(contentsOf: url) == Data("c".utf8))
    // Never replaces a file.
    #expect(throws: (any Error).self) { try file.move(to: url) }
    #expect(file.isAvailable)
  }

  @Test func anEncodedValueHasNoFile() throws {
    let data = try JSONEncoder().encode(file)
    let keys = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(keys.map { Set($0.keys) } == ["id", "name", "contentType", "byteCount"])
    let decoded = try JSONDecoder().decode(UploadedFile.self, from: data)
    #expect(decoded == file)
    #expect(decoded.hashValue == file.hashValue)
    // The decoded value shares the identifier, and nothing else.
    #expect(!decoded.isAvailable)
    #expect(throws: UploadedFileError.unavailable) { try decoded.withURL { _ in } }
    #expect(file.isAvailable)
  }

  @Test(arguments: ["../../x", "", "0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A"])
  func anIdentifierIsNoPath(id: String) throws {
    let text = #"{"id":"\#(id)","name":"a","contentType":"a/b","byteCount":1}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(UploadedFile.self, from: Data(text.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(DownloadLink.self, from: Data(text.utf8)) }
  }

  @Test func aDecodedNameIsHarmless() throws {
    let text = #"{"id":"\#(file.id)","name":"../../x","contentType":"a\r\nb","byteCount":1}"#
    let decoded = try JSONDecoder().decode(UploadedFile.self, from: Data(text.utf8))
    #expect(decoded.name == "x")
    #expect(decoded.contentType == "application/octet-stream")
  }
}
