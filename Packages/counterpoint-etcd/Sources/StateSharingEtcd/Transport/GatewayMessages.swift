import Foundation

// The messages of the JSON gateway: keys and values in base64, integers of 64 bits as strings, fields that are zero or
// empty left out.

/// An integer of 64 bits, which JSON has as a string.
struct GatewayInteger: Codable, Hashable {
  var value: Int64

  init(_ value: Int64) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Int64(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no integer.")
      }
      self.value = value
    } else {
      value = try container.decode(Int64.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}

struct GatewayHeader: Decodable {
  var revision: GatewayInteger?
}

// MARK: - Requests

struct GatewayTransaction: Encodable {
  struct Condition: Encodable {
    var key: Data
    var target = "MOD"
    var result = "EQUAL"
    var revision: GatewayInteger

    enum CodingKeys: String, CodingKey {
      case key, target, result
      case revision = "mod_revision"
    }
  }

  struct Operation: Encodable {
    struct Range: Encodable {
      var key: Data
      var serializable: Bool?
    }

    struct Put: Encodable {
      var key: Data
      var value: Data
      var lease: GatewayInteger?
    }

    struct Deletion: Encodable {
      var key: Data
    }

    var range: Range?
    var put: Put?
    var deletion: Deletion?

    enum CodingKeys: String, CodingKey {
      case range = "request_range"
      case put = "request_put"
      case deletion = "request_delete_range"
    }

    init(_ operation: EtcdTransaction.Operation) {
      switch operation {
      case .get(let key): range = Range(key: key)
      case .getLocally(let key): range = Range(key: key, serializable: true)
      case .put(let key, let value): put = Put(key: key, value: value)
      case .putLeased(let key, let value, let lease):
        put = Put(key: key, value: value, lease: GatewayInteger(lease))
      case .delete(let key): deletion = Deletion(key: key)
      }
    }
  }

  var compare: [Condition]
  var success: [Operation]
  var failure: [Operation]

  init(_ transaction: EtcdTransaction) {
    compare = transaction.conditions.map { Condition(key: $0.key, revision: GatewayInteger($0.revision)) }
    success = transaction.success.map(Operation.init)
    failure = transaction.failure.map(Operation.init)
  }
}

struct GatewayWatch: Encodable {
  struct Creation: Encodable {
    var key: Data
    var end: Data
    var start: GatewayInteger?

    enum CodingKeys: String, CodingKey {
      case key
      case end = "range_end"
      case start = "start_revision"
    }
  }

  var creation: Creation

  enum CodingKeys: String, CodingKey {
    case creation = "create_request"
  }

  init(prefix: Data, from revision: Int64?) {
    creation = Creation(
      key: prefix.isEmpty ? Data([0]) : prefix,
      end: prefix.endOfPrefix,
      start: revision.map(GatewayInteger.init)
    )
  }
}

extension Data {
  /// The smallest key that is greater than all keys with this prefix, as etcd's ranges need it; one byte 0 if there is
  /// none.
  var endOfPrefix: Data {
    var end = Data(self)
    while let last = end.last {
      if last < 0xff {
        end[end.index(before: end.endIndex)] = last + 1
        return end
      }
      end.removeLast()
    }
    return Data([0])
  }
}

// MARK: - Answers

struct GatewayRecord: Decodable {
  var key: Data?
  var value: Data?
  var revision: GatewayInteger?

  enum CodingKeys: String, CodingKey {
    case key, value
    case revision = "mod_revision"
  }

  var record: EtcdRecord {
    EtcdRecord(key: key ?? Data(), value: value ?? Data(), revision: revision?.value ?? 0)
  }
}

struct GatewayTransactionResult: Decodable {
  struct Response: Decodable {
    struct Range: Decodable {
      var records: [GatewayRecord]?

      enum CodingKeys: String, CodingKey {
        case records = "kvs"
      }
    }

    var range: Range?

    enum CodingKeys: String, CodingKey {
      case range = "response_range"
    }
  }

  var header: GatewayHeader?
  var succeeded: Bool?
  var responses: [Response]?

  var result: EtcdTransactionResult {
    EtcdTransactionResult(
      revision: header?.revision?.value ?? 0,
      succeeded: succeeded ?? false,
      records: (responses ?? []).map { $0.range?.records?.first?.record }
    )
  }
}

/// A request and an answer about a lease. In requests to grant one, the cluster chooses the id.
struct GatewayLease: Codable {
  var id: GatewayInteger?
  var seconds: GatewayInteger?

  enum CodingKeys: String, CodingKey {
    case id = "ID"
    case seconds = "TTL"
  }
}

/// An answer without contents of interest.
struct GatewayConfirmation: Decodable {}

struct GatewayToken: Decodable {
  var token: String
}

/// A line of a streamed answer.
struct GatewayStreamed<Result: Decodable>: Decodable {
  var result: Result?
  var error: GatewayError?
}

struct GatewayWatchAnswer: Decodable {
  struct Event: Decodable {
    var type: String?
    var record: GatewayRecord

    enum CodingKeys: String, CodingKey {
      case type
      case record = "kv"
    }
  }

  var header: GatewayHeader?
  var created: Bool?
  var canceled: Bool?
  var reason: String?
  var compactRevision: GatewayInteger?
  var events: [Event]?

  enum CodingKeys: String, CodingKey {
    case header, created, canceled, events
    case reason = "cancel_reason"
    case compactRevision = "compact_revision"
  }

  /// The answers of the transport. A canceled watch may say at the same time that it has begun.
  func answers() throws -> [EtcdWatchAnswer] {
    if canceled == true {
      if let compactRevision, compactRevision.value > 0 { return [.compacted(revision: compactRevision.value)] }
      throw EtcdFault(code: created == true ? 7 : 14, message: reason ?? "The watch was canceled.")
    }
    let revision = header?.revision?.value ?? 0
    var answers: [EtcdWatchAnswer] = created == true ? [.began(revision: revision)] : []
    if let events, !events.isEmpty {
      let changes = events.map { event in
        let record = event.record.record
        return EtcdEvent(key: record.key, value: event.type == "DELETE" ? nil : record.value, revision: record.revision)
      }
      answers.append(.events(changes, revision: revision))
    }
    return answers
  }
}

/// An error of the gateway: `{"error": "…", "code": 7}`, or within a stream `{"grpc_code": 14, "message": "…"}`.
struct GatewayError: Decodable {
  var code: Int?
  var streamedCode: Int?
  var error: String?
  var message: String?

  enum CodingKeys: String, CodingKey {
    case code, error, message
    case streamedCode = "grpc_code"
  }

  var fault: EtcdFault {
    EtcdFault(code: code ?? streamedCode ?? 2, message: message ?? error ?? "an error without a text")
  }
}
