conda create -y -n issue_attention-float16 python=3.11
conda activate issue_attention-float16
pip install -r requirements.txt pytest
pytest -sx test_issue_attention-float16.py
