conda create -y -n issue_maxpool-float16-nhwc python=3.11
conda activate issue_maxpool-float16-nhwc
pip install -r requirements.txt pytest
pytest -sx test_issue_maxpool-float16-nhwc.py
