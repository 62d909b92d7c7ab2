conda create -y -n issue_cuda-rnn-hidden-stride python=3.12
conda activate issue_cuda-rnn-hidden-stride
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-rnn-hidden-stride.py
