@_spi(Internals) import CounterpointSupport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves the clients of an inspector on one thread, with sockets that never block.
final class InspectorServer: Sendable {
  private struct Mailbox {
    var answers: [(client: Int, line: [UInt8])] = []
    var isStopped = false
  }

  private struct Client {
    let descriptor: Descriptor
    var connection: ServerConnection
    /// Whether the log counts the client.
    var isCounted = false
  }

  /// The milliseconds between two deliveries while lines come all the time. Fewer wake-ups cost the program less.
  private static let pace: Int32 = 5
  /// The milliseconds until a connection is accepted if the process has no descriptor for it. It would be ready all the
  /// time, and the thread would never wait.
  private static let acceptPause = 200
  private static let readSize = 1 << 16

  private let listener: Descriptor
  private let settings: ServerSettings
  private let log: EventLog
  private let requests: RequestHandler
  private let mailbox = Locked(Mailbox())
  /// A pair of sockets through which other threads wake the server's.
  private let waker: (sleeping: Descriptor, waking: Descriptor)

  init(_ listener: Descriptor, log: EventLog, settings: ServerSettings) throws(SystemCallError) {
    self.listener = listener
    self.settings = settings
    self.log = log
    requests = RequestHandler(log: log, permissions: settings.permissions)
    waker = try Descriptor.pair()
    waker.sleeping.makeNonblocking()
    waker.waking.makeNonblocking()
  }

  /// Starts the thread. It ends after ``stop()``, and releases the server.
  func start() {
    log.onLine { [weak self] in self?.wake() }
    startThread(named: "inspector") { self.run() }
  }

  func stop() {
    mailbox.withLock { $0.isStopped = true }
    wake()
  }

  private func wake() {
    // If the buffer is full, the thread is woken anyway.
    _ = try? waker.waking.write([0])
  }

  // MARK: The thread

  private func run() {
    let start = ContinuousClock.now
    func now() -> Int {
      let elapsed = (ContinuousClock.now - start).components
      return Int(elapsed.seconds) * 1000 + Int(elapsed.attoseconds / 1_000_000_000_000_000)
    }
    var clients: [Int: Client] = [:]
    var lastClient = 0
    var acceptTime: Int?
    while true {
      let (answers, isStopped) = mailbox.withLock { mailbox in
        defer { mailbox.answers = [] }
        return (mailbox.answers, mailbox.isStopped)
      }
      if isStopped { break }
      for (client, line) in answers { clients[client]?.connection.answer(line) }
      let hasDelivered = deliver(to: &clients, now: now())

      var timeout: Int32 = -1
      if hasDelivered {
        timeout = Self.pace
      } else if let position = clients.values.compactMap(\.connection.position).min(), !log.arm(at: position) {
        continue
      }
      if let time = acceptTime, time <= now() { acceptTime = nil }
      if let deadline = (clients.values.compactMap(\.connection.deadline) + [acceptTime].compactMap(\.self)).min() {
        let rest = Int32(clamping: max(0, deadline - now()))
        timeout = timeout < 0 ? rest : min(timeout, rest)
      }
      let ready = wait(for: clients, accepting: acceptTime == nil, milliseconds: timeout)
      if ready.contains(where: { $0 == .waker }) { _ = try? waker.sleeping.read(Self.readSize) }
      for case .client(let number) in ready { receive(from: number, &clients, now: now()) }
      guard ready.contains(where: { $0 == .listener }) else { continue }
      do {
        try accept(&clients, &lastClient, now: now())
      } catch {
        acceptTime = now() + Self.acceptPause
      }
    }
    for client in clients.values where client.isCounted { log.detach() }
    log.onLine(nil)
  }

  private enum Ready: Equatable {
    case waker, listener
    case client(Int)
  }

  private func wait(for clients: [Int: Client], accepting: Bool, milliseconds: Int32) -> [Ready] {
    var sources: [Ready] = [.waker, .listener]
    var polled = [
      pollfd(fd: waker.sleeping.number, events: Int16(POLLIN), revents: 0),
      // A negative number is passed over.
      pollfd(fd: accepting ? listener.number : -1, events: Int16(POLLIN), revents: 0),
    ]
    for (number, client) in clients {
      var events: Int16 = 0
      if client.connection.wantsInput { events |= Int16(POLLIN) }
      if !client.connection.output.isEmpty { events |= Int16(POLLOUT) }
      sources.append(.client(number))
      polled.append(pollfd(fd: client.descriptor.number, events: events, revents: 0))
    }
    waitForEvents(&polled, milliseconds: milliseconds)
    return zip(sources, polled).filter { $0.1.revents != 0 }.map(\.0)
  }

  /// Copies lines to the clients that have room, writes what they take, and removes those that have ended.
  ///
  /// - Returns: Whether there were any lines.
  private func deliver(to clients: inout [Int: Client], now: Int) -> Bool {
    var hasDelivered = false
    for number in clients.keys.sorted() {
      guard var client = clients[number] else { continue }
      client.connection.pass(now)
      if client.connection.fill(from: log) { hasDelivered = true }
      write(to: &client)
      let isAttached = client.connection.isAttached
      if client.isCounted, !isAttached {
        client.isCounted = false
        log.detach()
      }
      clients[number] = client.connection.isClosed ? nil : client
    }
    return hasDelivered
  }

  private func write(to client: inout Client) {
    while !client.connection.output.isEmpty {
      do {
        client.connection.wrote(try client.descriptor.write(client.connection.output))
      } catch {
        if !error.wouldBlock { client.connection.fail() }
        return
      }
    }
  }

  private func receive(from number: Int, _ clients: inout [Int: Client], now: Int) {
    guard var client = clients[number], client.connection.wantsInput else { return noticeEnd(of: number, &clients) }
    do {
      let bytes = try client.descriptor.read(Self.readSize)
      let received = client.connection.receive(bytes, now: now, log: log)
      if client.connection.isAttached { client.isCounted = true }
      for request in received {
        Task { [requests, weak self] in
          let answer = await requests.answer(to: request)
          self?.post(answer, to: number)
        }
      }
    } catch {
      if !error.wouldBlock { client.connection.fail() }
    }
    clients[number] = client
  }

  /// Fails a connection whose other end is closed, though nothing is read from it now.
  private func noticeEnd(of number: Int, _ clients: inout [Int: Client]) {
    guard let descriptor = clients[number]?.descriptor else { return }
    var polled = [pollfd(fd: descriptor.number, events: 0, revents: 0)]
    waitForEvents(&polled, milliseconds: 0)
    if polled[0].revents & Int16(POLLHUP | POLLERR) != 0 { clients[number]?.connection.fail() }
  }

  private func post(_ answer: ServerLine, to client: Int) {
    let line = answer.bytes
    mailbox.withLock { $0.answers.append((client, line)) }
    wake()
  }

  private func accept(_ clients: inout [Int: Client], _ lastClient: inout Int, now: Int) throws(SystemCallError) {
    while let descriptor = try SocketAddress.accept(from: listener) {
      var connection = ServerConnection(settings, now: now)
      // Some room for connections that are only told why they end.
      guard clients.count < 2 * settings.clients else { continue }
      if clients.count >= settings.clients {
        connection.refuse("The program has \(settings.clients) clients already. Close one.", now: now)
      }
      lastClient += 1
      clients[lastClient] = Client(descriptor: descriptor, connection: connection)
    }
  }
}
