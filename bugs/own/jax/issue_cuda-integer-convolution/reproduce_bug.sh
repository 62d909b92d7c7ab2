conda create -y -n issue_cuda-integer-convolution python=3.12
conda activate issue_cuda-integer-convolution
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-integer-convolution.py
