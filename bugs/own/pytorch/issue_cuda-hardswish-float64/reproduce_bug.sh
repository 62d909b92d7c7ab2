conda create -y -n issue_cuda-hardswish-float64 python=3.12
conda activate issue_cuda-hardswish-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-hardswish-float64.py
