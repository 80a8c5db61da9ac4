import Counterpoint
import Testing

/// A state with more fields than there are bits in a word.
@MainActor
@Suite struct ObservableStateManyFieldsTests {
  @Test func eachIsToldForItself() {
    for (number, field) in Many.fields.enumerated() {
      let next = Many.fields[(number + 1) % Many.fields.count]
      let read = { (state: Many) in _ = state[keyPath: field] }
      #expect(told(Many(), reading: read, during: { $0[keyPath: field] += 1 }) == 1)
      #expect(told(Many(), reading: read, during: { $0[keyPath: next] += 1 }) == 0)
      #expect(fields(of: Many.self).contains(field))
    }
  }
}

@ObservableState
private struct Many {
  var f0 = 0
  var f1 = 0
  var f2 = 0
  var f3 = 0
  var f4 = 0
  var f5 = 0
  var f6 = 0
  var f7 = 0
  var f8 = 0
  var f9 = 0
  var f10 = 0
  var f11 = 0
  var f12 = 0
  var f13 = 0
  var f14 = 0
  var f15 = 0
  var f16 = 0
  var f17 = 0
  var f18 = 0
  var f19 = 0
  var f20 = 0
  var f21 = 0
  var f22 = 0
  var f23 = 0
  var f24 = 0
  var f25 = 0
  var f26 = 0
  var f27 = 0
  var f28 = 0
  var f29 = 0
  var f30 = 0
  var f31 = 0
  var f32 = 0
  var f33 = 0
  var f34 = 0
  var f35 = 0
  var f36 = 0
  var f37 = 0
  var f38 = 0
  var f39 = 0
  var f40 = 0
  var f41 = 0
  var f42 = 0
  var f43 = 0
  var f44 = 0
  var f45 = 0
  var f46 = 0
  var f47 = 0
  var f48 = 0
  var f49 = 0
  var f50 = 0
  var f51 = 0
  var f52 = 0
  var f53 = 0
  var f54 = 0
  var f55 = 0
  var f56 = 0
  var f57 = 0
  var f58 = 0
  var f59 = 0
  var f60 = 0
  var f61 = 0
  var f62 = 0
  var f63 = 0
  var f64 = 0
  var f65 = 0
  var f66 = 0
  var f67 = 0
  var f68 = 0
  var f69 = 0

  static var fields: [WritableKeyPath<Many, Int>] {
    [
      \.f0, \.f1, \.f2, \.f3, \.f4, \.f5, \.f6, \.f7, \.f8, \.f9,
      \.f10, \.f11, \.f12, \.f13, \.f14, \.f15, \.f16, \.f17, \.f18, \.f19,
      \.f20, \.f21, \.f22, \.f23, \.f24, \.f25, \.f26, \.f27, \.f28, \.f29,
      \.f30, \.f31, \.f32, \.f33, \.f34, \.f35, \.f36, \.f37, \.f38, \.f39,
      \.f40, \.f41, \.f42, \.f43, \.f44, \.f45, \.f46, \.f47, \.f48, \.f49,
      \.f50, \.f51, \.f52, \.f53, \.f54, \.f55, \.f56, \.f57, \.f58, \.f59,
      \.f60, \.f61, \.f62, \.f63, \.f64, \.f65, \.f66, \.f67, \.f68, \.f69,
    ]
  }
}
