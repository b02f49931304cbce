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

    init(_ scene: Scene, _ raw: [Float]) {
        let rate = Talker.sampleRate
        // The near talker is alone at the end, and tells how late the canceller is.
        let aligned = Output(raw, likeness: scene.near, in: Int(36.5 * rate)..<Int(42 * rate))
        let output = aligned.samples
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
        let near = aligned.part(of: scene.near, in: Int(16.5 * rate)..<Int(25 * rate))
        let isThere = scene.near[Int(16.5 * rate)..<Int(25 * rate)].contains { $0 != 0 }
        nearLoss = isThere ? -20 * log10(max(near.share, 1e-9)) : .nan
        nearRatio = isThere ? 10 * log10(near.power / max(near.rest, 1e-20)) : .nan
    }

    static let header =
        "scene             canceller        0.5-3 s  10-16 s  29-35 s   to 20   again   near loss   near SNR   x real time"

    func row(_ scene: String, _ name: String, speed: Double) -> String {
        return Cell.word(scene, 18) + Cell.word(name, 15) + Cell.number(early, 9, 1) + Cell.number(late, 9, 1)
            + Cell.number(afterChange, 9, 1)
            + Cell.number(toTwenty, 8, 2) + Cell.number(toTwentyAgain, 8, 2) + Cell.number(nearLoss, 12, 1)
            + Cell.number(nearRatio, 11, 1)
            + Cell.number(speed, 14, 0)
    }
}
