import AllocationProbe
import SordinoRealtime
import Testing

@Suite struct RealtimeMathTests {
    @Test func knownValuesInFloatAndDouble() {
        #expect(RealtimeMath.sin(Double.pi / 6).isClose(to: 0.5))
        #expect(RealtimeMath.cos(Double.pi / 3).isClose(to: 0.5))
        #expect(RealtimeMath.tan(Double.pi / 4).isClose(to: 1))
        #expect(RealtimeMath.atan2(1.0, -1.0).isClose(to: 3 * Double.pi / 4))
        #expect(RealtimeMath.exp(1.0).isClose(to: 2.718281828459045))
        #expect(RealtimeMath.exp2(10.0) == 1024)
        #expect(RealtimeMath.log(2.718281828459045).isClose(to: 1))
        #expect(RealtimeMath.log2(8.0) == 3)
        #expect(RealtimeMath.log10(1000.0).isClose(to: 3))
        #expect(RealtimeMath.pow(3.0, 4.0) == 81)
        #expect(RealtimeMath.sqrt(2.0).isClose(to: 1.4142135623730951))
        #expect(RealtimeMath.tanh(0.5).isClose(to: 0.46211715726000973))
        #expect(abs(RealtimeMath.sin(Float.pi / 6) - 0.5) < 1e-7)
        #expect(abs(RealtimeMath.cos(Float.pi / 3) - 0.5) < 1e-7)
        #expect(RealtimeMath.exp2(Float(-3)) == 0.125)
        #expect(RealtimeMath.sqrt(Float(9)) == 3)
        #expect(RealtimeMath.pow(Float(2), Float(0.5)) == Float(2).squareRoot())
        #expect(RealtimeMath.log(Float(-1)).isNaN)
    }

    @Test func theyTouchNoHeap() {
        var sum: Float = 0
        let calls = countingHeapCalls {
            for step in 0..<100 {
                let x = Float(step) * 0.1
                sum += RealtimeMath.sin(x) + RealtimeMath.pow(x, 1.5) + RealtimeMath.log(x + 1)
            }
        }
        #expect(calls == .none)
        #expect(sum > 0)
    }
}

extension Double {
    fileprivate func isClose(to other: Double) -> Bool { abs(self - other) <= 4 * other.ulp }
}
