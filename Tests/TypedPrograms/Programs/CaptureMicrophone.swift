// swift-format-ignore-file
import AVFoundation

final class Captured: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate {
    nonisolated(unsafe) var count = 0
    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        count += CMSampleBufferGetNumSamples(sampleBuffer)
    }
}

enum CaptureMicrophone {
    static func run() throws {
        let session = AVCaptureSession()
        guard let device = AVCaptureDevice.default(for: .audio) else { return check(false, "no microphone") }
        let input = try AVCaptureDeviceInput(device: device)
        session.beginConfiguration()
        if session.canAddInput(input) { session.addInput(input) }
        let output = AVCaptureAudioDataOutput()
        let delegate = Captured()
        output.setSampleBufferDelegate(delegate, queue: DispatchQueue(label: "audio"))
        if session.canAddOutput(output) { session.addOutput(output) }
        session.commitConfiguration()
        session.startRunning()
        wait { delegate.count > 10_000 }
        session.stopRunning()
        check(delegate.count > 10_000, "\(delegate.count)")
    }
}
