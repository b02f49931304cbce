import Glibc

/// Measures of one canceller in one scene, in decibels and seconds.
struct Judgement {
    let early: Double
    let late: Double
    let afterChange: Double
    let toTwenty: Double
    let toTwentyAgain: Double
    let nearLoss: Double
    let nearRatio: Double

    /// - Parameter lateFrames: The canceller's delay.
    init(_ scene: Scene, _ raw: [Float], lateFrames: Int) {
        let output = Array(raw[lateFrames...]) + [Float](repeating: 0, count: lateFrames)
        let rate = Talker.sampleRate
        func loss(_ from: Double, _ to: Double) -> Double {
            let range = Int(from * rate)..<Int(to * rate)
            let (echo, left) = range.reduce((0.0, 1e-20)) { sum, index in
                (sum.0 + Double(scene.echo[index] * scene.echo[index]), sum.1 + Double(output[index] * output[index]))
            }
            return 10 * log10(max(echo, 1e-20) / left)
        }
        func first(from: Double, to: Double) -> Double {
            var time = from
            while time + 0.2 < to {
                let range = Int(time * rate)..<Int((time + 0.2) * rate)
                if range.reduce(0.0, { $0 + Double(scene.echo[$1] * scene.echo[$1]) }) > 3e-5,
                    loss(time, time + 0.2) > 20
                {
                    return time + 0.2 - from
                }
                time += 0.01
            }
            return .infinity
        }
        (early, late, afterChange) = (loss(0.5, 3), loss(10, 16), loss(29, 35.4))
        toTwenty = first(from: 0, to: 16)
        let change = scene.name == "jump" ? Scene.jumpSeconds : 26
        toTwentyAgain = first(from: change + 0.001, to: change + 9)
        var (product, power, rest) = (0.0, 1e-20, 0.0)
        let range = Int(16.5 * rate)..<Int(25 * rate)
        for index in range {
            product += Double(scene.near[index] * output[index])
            power += Double(scene.near[index] * scene.near[index])
        }
        let share = product / power
        for index in range {
            let value = Double(output[index]) - share * Double(scene.near[index])
            rest += value * value
        }
        nearLoss = -20 * log10(max(share, 1e-9))
        nearRatio = 10 * log10(share * share * power / max(rest, 1e-20))
    }

    static let header =
        "scene             canceller        0.5-3 s  10-16 s  29-35 s   to 20   again   near loss   near SNR   x real time"

    func row(_ scene: String, _ name: String, speed: Double) -> String {
        func cell(_ value: Double, _ width: Int, _ digits: Int) -> String {
            guard value.isFinite else { return String(repeating: " ", count: width - 1) + "-" }
            let factor = pow(10, Double(digits))
            var text = "\((value * factor).rounded() / factor)"
            if digits == 0, text.hasSuffix(".0") { text.removeLast(2) }
            return String(repeating: " ", count: max(width - text.utf8.count, 1)) + text
        }
        func word(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.utf8.count, 1))
        }
        return word(scene, 18) + word(name, 15) + cell(early, 9, 1) + cell(late, 9, 1) + cell(afterChange, 9, 1)
            + cell(toTwenty, 8, 2) + cell(toTwentyAgain, 8, 2) + cell(nearLoss, 12, 1) + cell(nearRatio, 11, 1)
            + cell(speed, 14, 0)
    }
}
