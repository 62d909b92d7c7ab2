conda create -y -n issue_cuda-fft-empty-axis python=3.12
conda activate issue_cuda-fft-empty-axis
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-fft-empty-axis.py
