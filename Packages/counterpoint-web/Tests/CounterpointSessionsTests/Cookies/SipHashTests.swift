import Testing

@testable import CounterpointSessions

/// The test vectors of the reference for SipHash-2-4 with a 128-bit result. The key is the bytes 0 to 15, the message
/// the bytes from 0 on.
@Suite struct SipHashTests {
  private let key = SessionKey("000102030405060708090a0b0c0d0e0f")

  @Test(
    arguments: [
      (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
      (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
      (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
      (63, "5150d1772f50834a503e069a973fbd7c"),
    ]
  )
  func vectorsOfTheReference(count: Int, result: String) throws {
    let hash = SipHash((0..<count).map { UInt8($0) }, key: try #require(key))
    #expect(hash.description == result)
    #expect(SipHash(result[...]) == hash)
  }

  @Test func differentKeysAndMessagesHaveDifferentResults() throws {
    let key = try #require(key)
    let hash = SipHash([1, 2, 3], key: key)
    #expect(hash != SipHash([1, 2, 3], key: SessionKey()))
    #expect(hash != SipHash([1, 2, 3, 0], key: key))
    #expect(hash == SipHash([1, 2, 3], key: key))
  }

  @Test(arguments: ["", "00", String(repeating: "g", count: 32), String(repeating: "0", count: 33)])
  func otherTextsAreNoKeys(text: String) {
    #expect(SessionKey(text) == nil)
  }

  @Test func keyIsNotPrinted() throws {
    let key = try #require(key)
    #expect("\(key)" == "SessionKey(secret)")
    #expect(String(reflecting: key) == "SessionKey(secret)")
    var dump = ""
    Swift.dump(key, to: &dump)
    #expect(!dump.contains("first"))
  }
}
