import Counterpoint
import CounterpointTestSupport
import Foundation
import Synchronization
import Testing

@testable import Members

@Suite(.timeLimit(.minutes(20))) struct PasswordTests {
  @Test func aPasswordIsWrittenNowhere() throws {
    let password = Password("correct horse")
    let action = SignIn.Action.passwordChanged(password)
    let encoded = String(decoding: try JSONEncoder().encode(action), as: UTF8.self)
    #expect(!encoded.contains("horse"))
    #expect(try JSONDecoder().decode(SignIn.Action.self, from: Data(encoded.utf8)) == .passwordChanged(Password()))
    var dumped = ""
    dump(SignIn.State(password: password), to: &dumped)
    #expect(!dumped.contains("horse"))
    #expect(!"\(password) \(action) \(String(reflecting: action))".contains("horse"))
  }

  @Test(arguments: [("", false), ("1234567", false), ("12345678", true), ("1234\u{0}5678", false)])
  func aNewPasswordHasALength(text: String, isFine: Bool) {
    #expect((Password(text).problem == nil) == isFine)
    #expect(Password(String(repeating: "x", count: 256)).problem == nil)
    #expect(Password(String(repeating: "x", count: 257)).problem != nil)
  }

  @Test func hashesAreBounded() async throws {
    let running = Mutex((now: 0, most: 0, count: 0))
    let gate = Gate()
    let hasher = PasswordHasher(
      hash: { password in
        running.withLock { running in
          running.now += 1
          running.most = max(running.most, running.now)
          running.count += 1
        }
        await gate.wait()
        running.withLock { $0.now -= 1 }
        return password.text
      },
      verify: { _, _ in .wrong }
    ).limited(concurrent: 2, waiting: 3)

    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 { group.addTask { (try? await hasher.hash(Password("x"))) != nil } }
      // Five of ten fit in. The others fail at once, before any hash has ended.
      for _ in 0..<5 { #expect(await group.next() == false) }
      await gate.open()
      for _ in 0..<5 { #expect(await group.next() == true) }
    }
    #expect(running.withLock { $0.most } == 2)
    #expect(running.withLock { $0.count } == 5)
    #expect(try await hasher.verify(Password(), "") == .wrong)
  }
}

/// Holds its waiters until it is opened.
private actor Gate {
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
  }
}
