// Echo cancellation: ours beside speexdsp, in rooms and with talkers that are made here.
//
//   Scripts/bench voice-bench
//   voice-bench --write FOLDER         writes each scene as float32 at 16 kHz: NAME.mic, .far, .near, .echo, .ours
//   voice-bench --judge FOLDER NAME N  judges FOLDER/SCENE.NAME, N frames late: what another canceller made of a scene
import CVoicePeers
import Glibc
import SordinoSignal

/// Runs a canceller; returns its output and how many times faster than time it was.
func timed(_ seconds: Double, _ body: () -> [Float]) -> ([Float], Double) {
    let start = voicepeers_thread_time()
    let output = body()
    return (output, seconds / (Double(voicepeers_thread_time() - start) * 1e-9))
}

func ours(_ scene: Scene, _ parts: VoiceParts) -> [Float] {
    let voice = VoiceProcessor(sampleRate: Talker.sampleRate, referenceChannels: 1)
    var output = scene.microphone
    var far = scene.far
    output.withUnsafeMutableBufferPointer { samples in
        far.withUnsafeMutableBufferPointer { reference in
            guard let base = samples.baseAddress, var played = reference.baseAddress else { return }
            for start in stride(from: 0, to: samples.count - 159, by: 160) {
                voice.state.pointee.process(
                    base + start, reference: &played, referenceCount: 1, into: base + start, frameCount: 160,
                    parts: parts)
                played += 160
            }
        }
    }
    return output
}

func speex(_ scene: Scene, suppresses: Bool) -> [Float] {
    func packed(_ samples: [Float]) -> [Int16] { samples.map { Int16(max(min($0, 1), -1) * 32_767) } }
    var output = [Int16](repeating: 0, count: scene.far.count)
    voicepeers_speex(
        packed(scene.microphone), packed(scene.far), &output, Int64(output.count), suppresses ? 1 : 0)
    return output.map { Float($0) / 32_768 }
}

func write(_ samples: [Float], _ path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(samples, 4, samples.count, file)
    fclose(file)
}

func read(_ path: String, count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    guard let file = fopen(path, "rb") else { return samples }
    _ = fread(&samples, 4, count, file)
    fclose(file)
    return samples
}

let arguments = CommandLine.arguments
let late = 128
print(Judgement.header)
for recipe in Scene.recipes {
    let scene = Scene(recipe)
    if arguments.count > 4, arguments[1] == "--judge" {
        let output = read("\(arguments[2])/\(scene.name).\(arguments[3])", count: scene.far.count)
        print(Judgement(scene, output, lateFrames: Int(arguments[4]) ?? 0).row(scene.name, arguments[3], speed: .nan))
        continue
    }
    let (cancelled, speed) = timed(Scene.seconds) { ours(scene, .echo) }
    print(Judgement(scene, cancelled, lateFrames: late).row(scene.name, "ours", speed: speed))
    if arguments.count > 2, arguments[1] == "--write" {
        let folder = arguments[2]
        write(scene.microphone, "\(folder)/\(scene.name).mic")
        write(scene.far, "\(folder)/\(scene.name).far")
        write(scene.near, "\(folder)/\(scene.name).near")
        write(scene.echo, "\(folder)/\(scene.name).echo")
        write(cancelled, "\(folder)/\(scene.name).ours")
        continue
    }
    let (all, allSpeed) = timed(Scene.seconds) { ours(scene, .echoAndNoise) }
    print(Judgement(scene, all, lateFrames: late).row(scene.name, "ours + noise", speed: allSpeed))
    for (name, suppresses) in [("speex", false), ("speex + residue", true)] {
        let (output, speed) = timed(Scene.seconds) { speex(scene, suppresses: suppresses) }
        // Its preprocessor is a block late.
        let judgement = Judgement(scene, output, lateFrames: suppresses ? 160 : 0)
        print(judgement.row(scene.name, name, speed: speed))
    }
}
